/** The text up to a length, without the first half of an emoji at its end: the store takes no such half in JSON. */
export function shortened(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
}
