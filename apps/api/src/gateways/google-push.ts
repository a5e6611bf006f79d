/** Verifies the bearer of a push: Google signs it for our address, in the name of one service account. */
import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { GoogleSettings } from '../config/google-config.ts'
import type { Clock } from '../services.ts'
import { googleAddress } from './google-http.ts'

export type PushCheck = (token: string) => Promise<boolean>

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com']
const TIMEOUT_MS = 5000

export function createPushCheck(settings: GoogleSettings, clock: Clock): PushCheck {
  const { audience, account, keys } = settings.push
  const certs = new URL(googleAddress(settings, 'www.googleapis.com', '/oauth2/v3/certs'))
  const find = keys ? createLocalJWKSet(keys) : createRemoteJWKSet(certs, { timeoutDuration: TIMEOUT_MS })
  return async (token) => {
    if (account === '') return false
    try {
      const { payload } = await jwtVerify(token, find, {
        algorithms: ['RS256'],
        issuer: ISSUERS,
        audience,
        requiredClaims: ['exp', 'iat'],
        clockTolerance: 60,
        currentDate: clock.now(),
      })
      return payload.email === account && payload.email_verified === true
    } catch (error) {
      // A push that can't be verified now is sent again by Google.
      if (error instanceof errors.JOSEError || error instanceof TypeError) return false
      throw error
    }
  }
}
