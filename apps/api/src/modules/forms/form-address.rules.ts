/** The address of a form, and how its id and the tokens of personal addresses are made. */
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 10

/** A whole number from 0 up to, but not including, `below`. */
export type Random = (below: number) => number

export function newFormId(random: Random): string {
  return `form_${Array.from({ length: LENGTH }, () => LETTERS[random(LETTERS.length)]).join('')}`
}

export function isFormId(text: string): boolean {
  return /^form_\w{1,60}$/.test(text)
}

export function formAddress(publicUrl: string, formId: string): string {
  return `${publicUrl}/f/${formId}`
}
