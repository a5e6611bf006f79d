/** The problems of a person's fields, in the sentences that forms show. */
import { cleanPhone } from '@foyer/contracts/phone.rules.ts'
import { EMAIL_MAX } from '@foyer/contracts/session/limits.rules.ts'

export function lengthProblem(typed: string, most: number): string | undefined {
  return typed.trim().length > most ? `At most ${most} characters` : undefined
}

export function phoneProblem(typed: string): string | undefined {
  if (typed.trim() === '') return undefined
  const digits = cleanPhone(typed.trim()).length
  return digits >= 10 && digits <= 15 ? undefined : 'Needs 10 digits, like (512) 555-0142'
}

export function emailProblem(typed: string): string | undefined {
  const address = typed.trim()
  if (address === '') return undefined
  return (
    lengthProblem(address, EMAIL_MAX) ??
    (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) ? undefined : 'Needs an address like name@example.com')
  )
}
