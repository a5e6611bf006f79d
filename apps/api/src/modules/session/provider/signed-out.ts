/**
 * If the provider is the only sign-in method, a page without a session redirects to it, and a user whom it still knows
 * is signed in at once. That would undo every sign-out, so a cookie remembers the sign-out and the browser stops at the
 * sign-in screen.
 */
import type { Request, Response } from 'express'
import type { ProviderSettings } from '../../../config/provider-config.ts'
import { cookieOf } from '../cookies.rules.ts'
import { SESSION_MAX_MS } from '../session.rules.ts'

const COOKIE = 'signed_out'

interface Settings {
  readonly publicUrl: string
  readonly identityProvider: ProviderSettings | null
}

export function rememberSignedOut(res: Response, { publicUrl, identityProvider }: Settings): void {
  if (identityProvider === null) return
  res.cookie(COOKIE, '1', { ...attributesFor(publicUrl), maxAge: SESSION_MAX_MS })
}

export function forgetSignedOut(res: Response, publicUrl: string): void {
  res.clearCookie(COOKIE, attributesFor(publicUrl))
}

export function hasSignedOut(req: Request): boolean {
  return cookieOf(req, COOKIE, /^1$/) !== undefined
}

function attributesFor(publicUrl: string) {
  return { httpOnly: true, sameSite: 'lax' as const, path: '/api/auth/login', secure: publicUrl.startsWith('https:') }
}
