/**
 * Text as a workbook holds it. A workbook writes a character that XML can't hold as `_xHHHH_`, so a text that looks so itself has
 * its first underscore written as `_x005F_`.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: the writer of the workbook begins an escape for each of these
const TO_ESCAPE = /_(?=x[0-9A-Fa-f]{4}[_\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF])|[\uFFFE\uFFFF]/g

/** The text for the writer, which escapes control characters itself. */
export function workbookText(text: string): string {
  return text.replace(TO_ESCAPE, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
}
