/**
 * Where the provider is the only way in, a page without a session leads straight to it, and whom it still knows is in again
 * at once. After signing out that would be a sign-out that doesn't: so the browser remembers it, and stops at the
 * sign-in screen until somebody asks to go on.
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
