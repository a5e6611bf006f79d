import { isAPIError } from 'better-auth/api'
import { Refusal } from '../../http/refusal.ts'
import { type Auth, asked, DISABLED } from './auth.ts'

/**
 * Checks the password and begins a new session, whatever session the caller may have had. `cookies` are
 * `Set-Cookie` headers. Refusals: `wrong_credentials`, the same and as late for an unknown user, and `disabled`.
 */
export async function signInWithPassword(
  auth: Auth,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<{ userId: string; cookies: string[] }> {
  try {
    const { headers, response } = await asked(auth.api.signInEmail({ body: { email, password }, returnHeaders: true }))
    return { userId: response.user.id, cookies: headers.getSetCookie() }
  } catch (error) {
    if (!isAPIError(error)) throw error
    if (error.body?.code === DISABLED) throw new Refusal('disabled', 'This account is disabled.')
    throw new Refusal('wrong_credentials', 'The e-mail or the password is wrong.')
  }
}
