import type { Message } from '@foyer/contracts/inbox/message.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Clinic, LAKESIDE, openClinic } from '../../clinic.suite.ts'

const ROSALIND = '+15125550142'
let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

interface Hit {
  readonly conversation: { readonly id: string; readonly name: string }
  readonly message: Message
  readonly marks: [number, number][]
}

async function search(words: string, more: Record<string, unknown> = {}, user = 'lena') {
  const { status, body } = await clinic.call('searchMessages', user, { search: words, ...more })
  return { status, hits: (body.data ?? []) as Hit[], cursor: body.cursor as string | null, body }
}

const texts = async (words: string) => (await search(words)).hits.map(({ message }) => message.message)

describe('message search', () => {
  beforeAll(async () => {
    const { id } = await clinic.text(ROSALIND, 'Can I get a refill of the inhaler?')
    await clinic.text('+15125550143', 'Cómo está José?')
    await clinic.text('+15125550144', '明天医生在吗')
    await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Refills go to the pharmacy.' })
    await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Ask Amin about refills', private: true })
    await clinic.text(ROSALIND, 'refill words only Lakeside may read', { To: LAKESIDE })
  })

  test('finds texts, answers and notes, newest first, with their conversations and the matching ranges', async () => {
    const { hits, cursor } = await search('REFILL')
    expect(hits.map(({ message }) => message.message)).toEqual([
      'Ask Amin about refills',
      'Refills go to the pharmacy.',
      'Can I get a refill of the inhaler?',
    ])
    expect(hits.every(({ conversation }) => conversation.name === 'Rosalind Carver')).toBe(true)
    expect(hits.map(({ message, marks }) => marks.map(([from, to]) => message.message.slice(from, to)))).toEqual([
      ['refills'],
      ['Refills'],
      ['refill'],
    ])
    expect(cursor).toBeNull()
  })

  test('needs every word, in any order, with or without accents', async () => {
    expect(await texts('inhaler refill')).toEqual(['Can I get a refill of the inhaler?'])
    expect(await texts('inhaler pharmacy')).toEqual([])
    expect(await texts('jose como')).toEqual(['Cómo está José?'])
    expect(await texts('医生')).toEqual(['明天医生在吗'])
    expect(await texts('nhaler'), 'the middle of a word is not its beginning').toEqual([])
  })

  test('finds nothing of another organization [SEC-05]', async () => {
    expect((await search('lakeside')).hits).toEqual([])
    const omars = await search('refill', { organizationId: 'o2' }, 'omar')
    expect(omars.hits.map(({ message }) => message.message)).toEqual(['refill words only Lakeside may read'])
    expect((await search('refill', { organizationId: 'o2' })).status).toBe(403)
  })

  test('refuses a search without letters and digits', async () => {
    expect(await search('?!')).toMatchObject({ status: 400, body: { reason: 'not_valid' } })
  })
})

describe('search of many messages', () => {
  const COUNT = 9000

  beforeAll(async () => {
    const { id } = await clinic.text('+15125550199', 'The first of many')
    // Older than all others: one word in every message, one in each tenth, one in the oldest thousands, and one in a
    // single message.
    await clinic.store.query(
      `insert into messages (organization_id, id, conversation_id, direction, body, created_at, status, version, words)
       select 'o1', 'many-' || lpad(i::text, 6, '0'), $1, 'inbound', body, timestamptz '2026-01-01' + i * interval '1 minute',
         'received', 0, strip(to_tsvector('simple', body))
       from generate_series(1, $2::int) as i
       cross join lateral (select 'always number' || i || case when i % 10 = 0 then ' tenth' else '' end
         || case when i < 3000 then ' longago' else '' end as body) as said`,
      [id, COUNT],
    )
    await clinic.store.query('analyze messages')
  })

  test.each([
    ['always', COUNT],
    ['tenth', COUNT / 10],
    ['longago', 2999],
    ['number77', 1 + 10 + 100],
    ['number8123', 1],
    ['number8120 always', 1],
    ['longago tenth', 299],
    ['nothing', 0],
  ])('for "%s" returns each match once across pages, newest first', async (word, count) => {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof search>> = await search(word, { limit: 50, ...(cursor ? { cursor } : {}) })
      expect(page.hits.length).toBeLessThanOrEqual(50)
      ids.push(...page.hits.map(({ message }) => message._id))
      cursor = page.cursor
    } while (cursor !== null)
    expect(ids).toHaveLength(count)
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
  })

  test('in matching_messages uses the index of words only', async () => {
    const plan = await clinic.parts.database.system(async (tx) => {
      const { rows } = await sql<{ body: string }>`
        select prosrc as body from pg_proc where proname = 'matching_messages'`.execute(tx)
      const body = (rows[0]?.body ?? '').replaceAll('wanted', '$1').replaceAll('most', '$2')
      await sql`select set_config('app.org', 'o1', true), set_config('enable_seqscan', 'off', true),
        set_config('enable_indexscan', 'off', true)`.execute(tx)
      await sql.raw(`prepare found (tsquery, integer) as ${body}`).execute(tx)
      const explain = "explain execute found ('number8123', 10)"
      const plan = await sql.raw<Record<string, string>>(explain).execute(tx)
      return plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('Bitmap Index Scan on messages_words')
  })
})
