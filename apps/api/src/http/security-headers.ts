import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Nothing inline, nothing from elsewhere, nothing kept: an answer of the API may hold a patient's words. */
export function securityHeaders(publicUrl: string): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          styleSrc: ["'self'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          requireTrustedTypesFor: ["'script'"],
          trustedTypes: ["'none'"],
        },
      },
      // Said over http it would be a lie, and on a developer's localhost one that lasts a year.
      strictTransportSecurity: publicUrl.startsWith('https:'),
      referrerPolicy: { policy: 'no-referrer' },
      xFrameOptions: { action: 'deny' },
    }),
    (_req, res, next) => {
      res.set({ 'Cache-Control': 'no-store', 'Permissions-Policy': 'camera=(), geolocation=(), microphone=()' })
      next()
    },
  ]
}
