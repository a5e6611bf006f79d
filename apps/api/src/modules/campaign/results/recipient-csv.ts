/** Sends the recipients of a campaign as lines of a CSV file while they are read, so that no file is held in memory. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Recipient } from '@foyer/contracts/campaign/campaign.ts'
import { type CampaignMark, sendLabel } from '@foyer/contracts/campaign/sends.rules.ts'
import { skipSentence } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { stringify } from 'csv-stringify'
import type { Response } from 'express'
import { contentDisposition } from '../../../files/file-name.rules.ts'

type Pages = AsyncIterable<readonly Recipient[]>
type Cell = (one: Recipient, timezone: string) => string

const COLUMNS: readonly (readonly [title: string, cell: Cell])[] = [
  ['Patient', ({ name }) => name],
  ['Address', ({ address }) => (address?.startsWith('+') ? displayPhone(address) : (address ?? ''))],
  ['Step', ({ step }) => String(step)],
  ['State', ({ state }) => sendLabel(state)],
  [
    'Why',
    ({ reason, detail, failureReason }) => (reason === null ? (failureReason ?? '') : skipSentence(reason, detail)),
  ],
  ['Time', ({ at }, timezone) => timeOf(at, timezone)],
  ['Due', ({ dueAt }, timezone) => timeOf(dueAt, timezone)],
  ['Opened', whenOf('opened')],
  ['Clicked', whenOf('clicked')],
  ['Answered', whenOf('replied')],
  ['Opted out', whenOf('optedOut')],
  ['Booked', whenOf('booked')],
  ['Patient ID', ({ patientId }) => patientId],
]

function whenOf(mark: CampaignMark): Cell {
  return ({ events }, timezone) => timeOf(events.find(({ event }) => event === mark)?.at ?? null, timezone)
}

/** On the organization's clock. */
function timeOf(at: string | null, timezone: string): string {
  if (at === null) return ''
  const { day, time } = wallTime(new Date(at), timezone)
  return `${day} ${time}`
}

interface Sheet {
  /** Of the campaign. */
  readonly name: string
  readonly timezone: string
  readonly pages: Pages
}

/** [SEC-08] A spreadsheet runs a cell that begins like a formula; an apostrophe before it makes it text. */
export async function sendRecipients(res: Response, { name, timezone, pages }: Sheet): Promise<void> {
  res.status(200).set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': contentDisposition(`${name} recipients.csv`),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  const lines = stringify({ bom: true, quoted: true, escape_formulas: true, record_delimiter: 'windows' })
  try {
    await pipeline(Readable.from(linesOf(pages, timezone)), lines, res)
  } catch (error) {
    // The client closed the connection and needs no answer.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error
  }
}

async function* linesOf(pages: Pages, timezone: string): AsyncGenerator<string[], void> {
  yield COLUMNS.map(([title]) => title)
  for await (const page of pages) for (const one of page) yield COLUMNS.map(([, cell]) => cell(one, timezone))
}
