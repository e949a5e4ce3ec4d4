//! Nothing: the tests are what this package has.
