/** Days and times as texts to patients say them, in the zone of the clinic. */

const STYLES = {
  /** "Thursday" */
  weekday: { weekday: 'long' },
  /** "Nov 26" */
  date: { month: 'short', day: 'numeric' },
  /** "Thursday, Nov 26" */
  day: { weekday: 'long', month: 'short', day: 'numeric' },
  /** "9:30 AM" */
  time: { hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** Making a format takes many times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** "es": "jueves, 26 nov". */
export function momentWords(
  at: Date,
  timezone: string,
  style: keyof typeof STYLES,
  language: 'en' | 'es' = 'en',
): string {
  const key = `${language} ${style} ${timezone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(`${language}-US`, { timeZone: timezone, ...STYLES[style] })
  formats.set(key, format)
  // A plain space even if the runtime's locale data uses another.
  return format.format(at).replace(/\s/g, ' ')
}

/**
 * Names come from imports, so a text keeps a part of a very long one, and no line break of any. A character of two units is
 * never cut in half: half of one can't be stored.
 */
const NAME_MAX = 100

export function oneLine(text: string): string {
  return text
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, NAME_MAX)
    .replace(/[\uD800-\uDBFF]$/, '')
}
