import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Answers may hold a patient's words, so nothing inline, no foreign content and no caching is allowed. */
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
      // Sent over https only: on a developer's localhost it would force https for a year.
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
