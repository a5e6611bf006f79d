const DIRECTIONS = '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069'
const TURNING = new RegExp(
  `[${DIRECTIONS}\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}]`,
  'u',
)
const DIRECTION = new RegExp(`[${DIRECTIONS}]`, 'gu')

/** [SEC-10] A name in the middle of a sentence, of which it turns nothing around it, whatever is in it and in any script. */
export function isolated(name: string): string {
  return TURNING.test(name) ? `\u2068${name.replace(DIRECTION, '')}\u2069` : name
}
