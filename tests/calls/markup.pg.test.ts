import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAsking } from './asking.ts'
import { CEDAR } from './clinics.ts'
import { callNames, callOf } from './requests.ts'

let asking: Awaited<ReturnType<typeof openAsking>>
beforeAll(async () => {
  asking = await openAsking()
})
afterAll(() => asking.close())

const MARKUP = `<img src=x onerror=alert(1)> & "quotes" </script><script>alert(2)</script> {{7*7}} \${7*7}`

test('API returns markup as the text that was sent, never as a page [SEC-10]', async () => {
  const { conversationId } = asking.good('messages').query as { conversationId: string }
  const [organizationId, message] = [CEDAR.id, MARKUP]
  await asking.clinics.text('+15125550142', MARKUP)
  for (const isNote of [false, true])
    await asking.ask('sendMessage', { query: {}, body: { organizationId, conversationId, message, private: isNote } })
  await asking.clinics.store.query(`update patients set first_name = $1 where import_id = 'i1'`, [MARKUP])

  const thread = await asking.ask('messages', { query: { organizationId, conversationId }, body: {} })
  const { data } = thread.body as { data: { message: string; private: boolean }[] }
  expect(data.slice(-3).map((one) => [one.private, one.message])).toEqual([
    [false, MARKUP],
    [false, MARKUP],
    [true, MARKUP],
  ])
  const named = await asking.ask('conversation', { query: { organizationId, conversationId }, body: {} })
  expect(named.body).toMatchObject({ data: { name: `${MARKUP} Carver` } })
})

test('no call answers content that a browser would render as a page [SEC-10]', async () => {
  for (const name of callNames) {
    const answers = [
      await asking.ask(name, asking.good(name)),
      await asking.ask(name, { query: { surprise: MARKUP }, body: { [MARKUP]: MARKUP } }),
    ]
    for (const { status, headers, body } of answers) {
      expect(headers.get('x-content-type-options'), name).toBe('nosniff')
      // A file is downloaded, never rendered as a page.
      if (headers.get('content-disposition')?.startsWith('attachment')) continue
      const type = headers.get('content-type') ?? ''
      // A browser shows these pictures inside a page, and runs nothing of them.
      if (/^image\/(webp|png)$/.test(type)) continue
      // Redirects and the answer to the carrier's webhook have their own content types.
      const isPlain = status === 302 || status === 204 || callOf(name).access === 'carrier'
      expect(type, `${name} ${JSON.stringify(body)}`).toMatch(isPlain ? /^(?!text\/html)|^$/ : /^application\/json/)
    }
  }
})
