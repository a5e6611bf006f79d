/** Checks account fields by the rules of the calls, so that most errors show before the form is sent. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { CODE_MAX, EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '@foyer/contracts/session/limits.rules.ts'

/** Checks the length; only the server checks for other weaknesses. */
export function newPasswordError(typed: string): string | undefined {
  if (typed === '') return 'Enter a new password.'
  if (typed.length < PASSWORD_MIN)
    return `Use ${PASSWORD_MIN} characters or more. A few words in a row are easy to keep.`
  return typed.length > PASSWORD_MAX ? `At most ${PASSWORD_MAX} characters.` : undefined
}

export function knownPasswordError(typed: string): string | undefined {
  if (typed === '') return 'Enter your password.'
  return typed.length > PASSWORD_MAX ? 'That’s longer than any password here.' : undefined
}

export function nameError(typed: string): string | undefined {
  if (isBlank(typed)) return 'Enter your name.'
  return typed.trim().length > NAME_MAX ? `At most ${NAME_MAX} characters.` : undefined
}

export function emailError(typed: string): string | undefined {
  const address = typed.trim()
  if (address.length > EMAIL_MAX) return `At most ${EMAIL_MAX} characters.`
  return /^\S+@\S+$/.test(address) ? undefined : 'Enter a work email, like name@clinic.example.'
}

export type CodeKind = 'authenticator' | 'recovery'

export function codeError(typed: string, kind: CodeKind): string | undefined {
  const code = typed.trim()
  if (code === '')
    return kind === 'recovery' ? 'Enter one of your recovery codes.' : 'Enter the six digits from your app.'
  if (code.length > CODE_MAX) return 'That is longer than any code here.'
  if (kind === 'authenticator' && !/^\d{6}$/.test(code.replace(/[\s-]/g, '')))
    return 'The code has six digits. Enter the one your app shows now.'
  return undefined
}
