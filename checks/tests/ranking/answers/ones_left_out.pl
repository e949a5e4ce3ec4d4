#!/usr/bin/env perl
# Wrong: a run of one letter has no number.
$| = 1;
while (<STDIN>) {
    chomp;
    s/((.)\2*)/length($1) > 1 ? $2 . length($1) : $2/ge;
    print "$_\n";
}
