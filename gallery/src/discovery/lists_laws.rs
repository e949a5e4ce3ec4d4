//! Laws of `lists_sort`, found and kept by law discovery. `LAWFUL_UPDATE_LAWS=1 cargo test` writes this file anew.

use crate::discovery::signatures::lists_sort;
use lawful::prelude::*;

#[law]
fn xs_plus_empty_is_xs() -> impl Law {
    lists_sort().law("xs ++ [] = xs")
}

#[law]
fn empty_plus_xs_is_xs() -> impl Law {
    lists_sort().law("[] ++ xs = xs")
}

#[law]
fn reverse_reverse_xs_is_xs() -> impl Law {
    lists_sort().law("reverse(reverse(xs)) = xs")
}

#[law]
fn reverse_unit_x_is_unit_x() -> impl Law {
    lists_sort().law("reverse(unit(x)) = unit(x)")
}

#[law]
fn sort_reverse_xs_is_sort_xs() -> impl Law {
    lists_sort().law("sort(reverse(xs)) = sort(xs)")
}

#[law]
fn sort_unit_x_is_unit_x() -> impl Law {
    lists_sort().law("sort(unit(x)) = unit(x)")
}

#[law]
fn sort_sort_xs_is_sort_xs() -> impl Law {
    lists_sort().law("sort(sort(xs)) = sort(xs)")
}

#[law]
fn xs_plus_ys_plus_zs_is_xs_plus_ys_plus_zs() -> impl Law {
    lists_sort().law("(xs ++ ys) ++ zs = xs ++ (ys ++ zs)")
}

#[law]
fn reverse_map_f_xs_is_map_f_reverse_xs() -> impl Law {
    lists_sort().law("reverse(map(f, xs)) = map(f, reverse(xs))")
}

#[law]
fn sort_xs_plus_ys_is_sort_ys_plus_xs() -> impl Law {
    lists_sort().law("sort(xs ++ ys) = sort(ys ++ xs)")
}

#[law]
fn map_f_empty_is_empty() -> impl Law {
    lists_sort().law("map(f, []) = []")
}

#[law]
fn reverse_xs_plus_reverse_ys_is_reverse_ys_plus_xs() -> impl Law {
    lists_sort().law("reverse(xs) ++ reverse(ys) = reverse(ys ++ xs)")
}

#[law]
fn reverse_empty_is_empty() -> impl Law {
    lists_sort().law("reverse([]) = []")
}

#[law]
fn sort_empty_is_empty() -> impl Law {
    lists_sort().law("sort([]) = []")
}

#[law]
fn map_f_xs_plus_map_f_ys_is_map_f_xs_plus_ys() -> impl Law {
    lists_sort().law("map(f, xs) ++ map(f, ys) = map(f, xs ++ ys)")
}
