const SERVICE = '/api/campaign'
/** An encoded dot or slash is decoded by some servers before they choose the route. */
const ENCODED = /%(2e|2f|5c)/i

/**
 * [OPEN-067] The address of a path of the campaign service. A path that begins without a slash, names a host or leads out of
 * the service throws.
 */
export function campaignAddress(path: string): `/${string}` {
  const [own = ''] = path.split('?')
  const isOutside = !path.startsWith('/') || own.includes('//') || path.includes('://') || path.includes('..')
  if (isOutside || /[\s\\#]/.test(path) || ENCODED.test(own))
    throw new Error('A path of the campaign service begins with "/" and has neither a host nor "..".')
  return `${SERVICE}${path}`
}
