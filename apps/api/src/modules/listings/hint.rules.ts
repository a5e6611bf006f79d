/** A push says nothing but the location it is about. */
const NAME = /(?:^|\/)locations\/([A-Za-z0-9_-]{1,100})(?:\/|$)/

/** The location that the data names; null for anything else. Google spells the fields in two ways. */
export function hintOf(data: string): string | null {
  let said: unknown
  try {
    said = JSON.parse(Buffer.from(data, 'base64').toString('utf8'))
  } catch {
    return null
  }
  if (typeof said !== 'object' || said === null) return null
  const fields = said as Readonly<Record<string, unknown>>
  for (const name of ['review', 'reviewName', 'review_name', 'location', 'locationName', 'location_name', 'resource']) {
    const value = fields[name]
    const found = typeof value === 'string' ? NAME.exec(value)?.[1] : undefined
    if (found !== undefined) return found
  }
  return null
}
