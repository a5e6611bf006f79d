import { expect, test } from 'vitest'
import { csvHead, csvLine, lineOf } from './audit-csv.rules.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '\n@x'])(
  'lineOf makes a text of %j, which a spreadsheet would run as a formula',
  (cell) => {
    expect(lineOf([cell])).toBe(`"'${cell}"\r\n`)
  },
)

test('lineOf quotes commas, quotes and line breaks', () => {
  expect(lineOf(['a,b', 'say "hi"', 'one\ntwo', 'Rosalind'])).toBe('"a,b","say ""hi""","one\ntwo","Rosalind"\r\n')
})

test('csvLine has a cell for each title of csvHead', () => {
  const entry = {
    ...{ _id: '7', at: '2026-11-19T15:15:58.000Z', user: 'usr_lena', userName: '=Lena', kind: 'read' as const },
    ...{ call: 'GET /api/inbox/conversation', says: 'Opened a conversation', outcome: 'ok', requestId: 'r1' },
    ...{ patients: [{ _id: 'p1', name: 'Rosalind Carver' }], subject: { conversationId: 'c1' }, sealed: true },
  }
  expect(csvLine(entry)).toBe(
    `"2026-11-19T15:15:58.000Z","'=Lena","usr_lena","Opened a conversation","Rosalind Carver","ok","GET /api/inbox/conversation","{""conversationId"":""c1""}","r1","yes","7"\r\n`,
  )
  expect(csvHead.split(',')).toHaveLength(11)
  expect(csvHead.startsWith('\ufeff"Time')).toBe(true)
})
