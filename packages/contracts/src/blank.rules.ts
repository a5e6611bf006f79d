/**
 * White space, control characters and the characters that Unicode lets a font not draw: zero-width characters, direction
 * marks and overrides, soft hyphens, variation selectors, tags and fillers. The empty braille cell and the annotation
 * marks are listed by code point, because no property covers them.
 */
const INVISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\uFFF9-\uFFFB]*$/u

/** Whether the text has no visible character. The clinic's chat page has a copy of this rule. */
export function isBlank(text: string): boolean {
  return INVISIBLE.test(text)
}
