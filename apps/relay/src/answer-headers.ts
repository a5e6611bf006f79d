/** The headers of every relay answer: none is a page, and none may be cached. */
import type { Server } from 'node:http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { IO_OPTIONS } from './sockets/io.ts'

const CONTENT_SECURITY_POLICY = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'"

export function answerHeaders(publicUrl: string): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: false,
      strictTransportSecurity: publicUrl.startsWith('https:'),
      referrerPolicy: { policy: 'no-referrer' },
      xFrameOptions: { action: 'deny' },
    }),
    (_req, res, next) => {
      res.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': CONTENT_SECURITY_POLICY })
      next()
    },
  ]
}

/**
 * Adds the headers to Socket.IO's own answers to polling and refused requests. Call after Socket.IO was attached: the
 * listener that is added last with `prependListener` runs first.
 */
export function headSocketAnswers(server: Server): void {
  server.prependListener('request', (req, res) => {
    if (!req.url?.startsWith(IO_OPTIONS.path)) return
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    res.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
    res.setHeader('Referrer-Policy', 'no-referrer')
    res.setHeader('X-Content-Type-Options', 'nosniff')
  })
}
