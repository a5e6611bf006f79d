/**
 * Blanks of all kinds, and what Unicode lets a font leave out: zero-width characters, marks and overrides of direction,
 * soft hyphens, variation selectors, tags and fillers. An empty braille cell and the marks of an annotation show nothing either.
 */
const INVISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\uFFF9-\uFFFB]*$/u

/** Whether a reader of this text sees nothing. The page of the clinic's chat has a copy of this rule. */
export function isBlank(text: string): boolean {
  return INVISIBLE.test(text)
}
