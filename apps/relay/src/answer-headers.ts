/** What goes with every answer of a relay: none of them is a page, and none is to be kept. */
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

/** Socket.IO answers by itself, those that poll and those that it refuses. After it was attached: who is asked first is added last. */
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
