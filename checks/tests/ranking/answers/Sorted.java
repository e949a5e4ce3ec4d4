import java.util.Scanner;
import java.util.TreeMap;

/** Wrong: letters are counted in all runs together. */
class Sorted {
    public static void main(String[] arguments) {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            TreeMap<Character, Integer> counts = new TreeMap<>();
            for (char letter : lines.nextLine().toCharArray()) counts.merge(letter, 1, Integer::sum);
            StringBuilder coded = new StringBuilder();
            counts.forEach((letter, count) -> coded.append(letter).append(count));
            System.out.println(coded);
        }
    }
}
