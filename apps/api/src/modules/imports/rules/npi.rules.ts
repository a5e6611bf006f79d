/** The health industry's prefix stands before the ten digits when the check digit is computed. */
const PREFIX = '80840'

/** Whether the text is a National Provider Identifier: ten digits, of which the last is the check digit by Luhn's formula. */
export function isNpi(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false
  const digits = [...`${PREFIX}${text}`].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => total + (index % 2 === 0 ? digit : doubled(digit)), 0)
  return sum % 10 === 0
}

function doubled(digit: number): number {
  return digit * 2 > 9 ? digit * 2 - 9 : digit * 2
}
