import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator with this secret shows. */
export function codeAt(secret: string, at: Date | number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Number(at) })
}
