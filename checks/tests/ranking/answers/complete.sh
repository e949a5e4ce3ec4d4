#!/bin/sh
# Right.
while IFS= read -r line || [ "$line" ]; do
    coded= letter= count=0
    while [ "$line" ]; do
        rest=${line#?}
        next=${line%"$rest"}
        if [ "$next" != "$letter" ]; then
            [ "$letter" ] && coded=$coded$letter$count
            letter=$next count=0
        fi
        count=$((count + 1)) line=$rest
    done
    echo "$coded$letter${letter:+$count}"
done
