import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asTextCell, disarm, rearm } from './formulas.rules.ts'

test.each(['=HYPERLINK("http://x")', '+cmd', '-1+2', '@x', '\t=1', '\r=1', '\u0000=1'])(
  'disarm puts an apostrophe before %j, and rearm takes it off [UPL-03]',
  (cell) => {
    expect(disarm(cell)).toBe(`'${cell}`)
    expect(rearm(`'${cell}`)).toBe(cell)
  },
)

test.each(['Carver', "O'Brien", "'tis", '', '1-2', ' =1'])('disarm and rearm leave %j', (cell) => {
  expect([disarm(cell), rearm(cell)]).toEqual([cell, cell])
})

test('disarm and rearm change no cell in a round trip', () => {
  const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', 'a') }))
  fc.assert(
    fc.property(cell, (text) => {
      expect(rearm(disarm(text))).toBe(text)
      expect(disarm(text)).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})

test('asTextCell leaves formulas, which a text cell never runs, and changes no cell in a round trip', () => {
  expect(['=1+1', "'=1", "'tis"].map(asTextCell)).toEqual(['=1+1', "''=1", "'tis"])
  const cell = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', 'a') })
  fc.assert(
    fc.property(cell, (text) => {
      expect(rearm(asTextCell(text))).toBe(text)
    }),
  )
})
