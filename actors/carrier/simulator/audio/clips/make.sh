#!/bin/sh
# Makes the clips of sentences.txt anew. Needs espeak-ng (1.51 made these) and sox.
set -eu
cd "$(dirname "$0")"
rm -f ./*.ul
grep -v '^#' sentences.txt | while IFS="$(printf '\t')" read -r name voice sentence; do
  # A phone line's band without the silence at both ends, as 8 kHz µ-law without a header.
  espeak-ng -v "$voice" -s 175 --stdout "$sentence" |
    sox -R -D -t wav - -r 8000 -c 1 -e mu-law -b 8 -t raw "$name.ul" \
      gain -3 highpass 150 lowpass 3600 silence 1 0.01 1% reverse silence 1 0.01 1% reverse norm -6
done
