const DIRECTIONS = '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069'
const TURNING = new RegExp(
  `[${DIRECTIONS}\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}]`,
  'u',
)
const DIRECTION = new RegExp(`[${DIRECTIONS}]`, 'gu')

/**
 * [SEC-10] Isolates a name in a sentence, so that right-to-left text in the name does not reorder the text around it.
 */
export function isolated(name: string): string {
  return TURNING.test(name) ? `\u2068${name.replace(DIRECTION, '')}\u2069` : name
}
