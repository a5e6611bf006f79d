import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
  // Conversation 1 is the newest. Every second one is an "ann", the oldest hundred are "zoe", and the very oldest is a
  // "quill".
  await clinic.store.query(`insert into conversations
    (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text, version)
    select 'o1', 'c' || lpad(n::text, 4, '0'), 'sms', 's' || n, 'p' || n, case when n % 3 = 0 then 'pending' else 'open' end,
      timestamptz '2026-11-01' - n * interval '1 minute',
      case when n = 1100 then 'quill' when n > 1000 then 'zoe' when n % 2 = 0 then 'ann' else 'bob' end || n, 0
    from generate_series(1, 1100) as n`)
  await clinic.store.query('analyze conversations')
})
afterAll(() => clinic.close())

async function pages(query: Record<string, unknown>, step: 'cursor' | 'page'): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1, cursor: string | null = null; ; page++) {
    const place: Record<string, unknown> = step === 'page' ? { page } : cursor === null ? {} : { cursor }
    const { body } = await clinic.call('conversations', 'lena', { limit: 100, ...query, ...place })
    ids.push(...(body.data as { id: string }[]).map(({ id }) => id))
    cursor = body.cursor
    if (cursor === null) return ids
  }
}

const numbered = (keep: (n: number) => boolean) =>
  Array.from({ length: 1100 }, (_, at) => at + 1)
    .filter(keep)
    .map((n) => `c${String(n).padStart(4, '0')}`)

test.each(['cursor', 'page'] as const)(
  'list search returns each match once, newest first, when paged by %s [OPEN-070]',
  async (step) => {
    const open = { status: ['open'] }
    expect(await pages({ ...open, search: 'ann' }, step)).toEqual(
      numbered((n) => n <= 1000 && n % 2 === 0 && n % 3 > 0),
    )
    expect(await pages({ ...open, search: 'zoe' }, step)).toEqual(numbered((n) => n > 1000 && n < 1100 && n % 3 > 0))
    expect(await pages({ status: ['all'], search: 'quill' }, step)).toEqual(['c1100'])
    expect(await pages({ status: ['all'], search: 'ANN10' }, step)).toEqual(
      numbered((n) => n % 2 === 0 && String(n).startsWith('10') && n <= 1000),
    )
    expect(await pages({ status: ['open', 'pending'], search: 'b' }, step)).toEqual(
      numbered((n) => n <= 1000 && n % 2 === 1),
    )
  },
)
