/** Distances on the globe. */
export interface Point {
  readonly latitude: number
  readonly longitude: number
}

const EARTH_M = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

export function metersBetween(one: Point, other: Point): number {
  const [up, along] = [radians(other.latitude - one.latitude), radians(other.longitude - one.longitude)]
  const half =
    Math.sin(up / 2) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(along / 2) ** 2
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** The rectangle around a circle, within the bounds of the globe. */
export function boxAround(
  { latitude, longitude }: Point,
  radius: number,
): { readonly low: Point; readonly high: Point } {
  const up = ((radius / EARTH_M) * 180) / Math.PI
  const along = Math.min(180, up / Math.max(0.01, Math.cos(radians(latitude))))
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value))
  return {
    low: { latitude: clamp(latitude - up, 90), longitude: clamp(longitude - along, 180) },
    high: { latitude: clamp(latitude + up, 90), longitude: clamp(longitude + along, 180) },
  }
}
