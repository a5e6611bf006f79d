/** The headers of every answer of the edge: docker/nginx.conf says the same, and a test holds one against the other. */

/** Powers that no page of ours uses: nothing that runs in one gets them either. */
export const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((power) => `${power}=()`)
  .join(', ')

/** `reportsTo`: the one other origin that pages may speak to. `frames`: the one origin whose pages they may frame. */
export function contentSecurityPolicy(reportsTo?: string, frames?: string): Record<string, string[]> {
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...(reportsTo ? [reportsTo] : [])],
    objectSrc: ["'none'"],
    frameSrc: [frames ?? "'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    // No text becomes markup or a script, whoever forgets it: no part of the app has a policy that could let it.
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ["'none'"],
  }
}
