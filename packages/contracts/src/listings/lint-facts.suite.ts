import type { LintFacts } from './lint-facts.rules.ts'

/** The facts of a clinic that tests of the lint hold replies against. */
export const FACTS: LintFacts = {
  reviewer: 'Patrick D.',
  people: ['Dana Whitfield', 'Lena Kim', 'Dr. Amara Okafor'],
  places: ['Cedar Ridge Medical Group', 'Cedar Ridge Northgate'],
  phones: ['+15125550100', '(512) 555-0100'],
  sites: ['https://cedar.example'],
  addresses: ['2200 Northgate Blvd, Suite 140, Austin, TX 78758'],
  phone: '(512) 555-0100',
}
