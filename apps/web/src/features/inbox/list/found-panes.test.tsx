import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { type Mention, mentionExample } from '@foyer/contracts/inbox/mention.ts'
import { messageExample } from '@foyer/contracts/inbox/message.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import type { Api } from '../../../api/client.ts'
import { type AppServices, ServicesContext } from '../../../parts/services.tsx'
import { MentionsList } from './mentions-list.tsx'
import { MessageResults } from './message-results.tsx'

beforeEach(() => stubBrowser())

const common = {
  now: new Date('2026-11-19T15:16:00Z'),
  timezone: 'America/Chicago',
  openId: null,
  soughtId: null,
  linkTo: (id: string) => ({ to: `?conversation=${id}`, replace: false, state: null }),
}

function search(words: string, answers: (() => unknown)[]) {
  const asked: Record<string, unknown>[] = []
  const api = (async (_: string, { query }: { query: Record<string, unknown> }) => {
    asked.push(query)
    return answers.shift()?.()
  }) as unknown as Api
  const onSeek = vi.fn()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <ServicesContext value={{ api } as AppServices}>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <MessageResults organizationId="org_cedar" words={words} onSeek={onSeek} {...common} />
        </MemoryRouter>
      </QueryClientProvider>
    </ServicesContext>,
  )
  return { asked, onSeek }
}

const hit = (_id: string, message: string, marks: [number, number][]) => ({
  conversation: conversationExample,
  message: { ...messageExample, _id, message },
  marks,
})
const page = (data: unknown[], cursor: string | null) => () => ({ code: 'ok', data, cursor, asOf: 1, epoch: 'e1' })
const broken = () => {
  throw new Error('503')
}

test('message results mark hits, show markup as text, and report the chosen message [SEC-10]', async () => {
  const { asked, onSeek } = search('bold', [page([hit('m1', '<b>bold</b> move', [[3, 7]])], null)])
  await userEvent.click(await screen.findByRole('link', { name: /<b>bold<\/b> move/ }))
  expect(document.querySelector('mark')?.textContent).toBe('bold')
  expect(document.querySelector('b')).toBeNull()
  expect(onSeek).toHaveBeenCalledWith({ conversationId: conversationExample.id, messageId: 'm1' })
  expect(asked).toEqual([{ organizationId: 'org_cedar', search: 'bold', limit: 20 }])
  screen.getByText('That is everything')
})

test('message results load more by cursor and offer a retry when a page fails [OPEN-087]', async () => {
  const first = page([hit('m1', 'one', [])], 'next')
  const { asked } = search('o', [first, broken, page([hit('m2', 'two', [])], null)])
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect((await screen.findByRole('alert')).textContent).toBe('More messages did not load')
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  await screen.findByText('two')
  expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, 'next', 'next'])
})

test('message results say when nothing was typed, found or answered [ERR-07]', async () => {
  const { asked } = search('', [])
  screen.getByText('Search in messages')
  expect(asked).toEqual([])
  search('zebra', [page([], null)])
  await screen.findByText('No message has “zebra”')
  search('zebra', [broken, page([hit('m1', 'a zebra', [])], null)])
  await screen.findByText('Messages did not load')
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  await screen.findByText('a zebra')
})

test('mentions list says who mentioned the user where and which are unseen, and handles empty and failed lists [OPEN-097]', async () => {
  const [onSeek, refetch] = [vi.fn(), vi.fn()]
  const rows = (data: readonly Mention[] | undefined, isError = false) => {
    const more = { hasMore: false, isLoadingMore: false, moreFailed: false, loadMore: vi.fn() }
    return { data, error: null, isError, isFetching: false, refetch, ...more }
  }
  const list = (shown: ReturnType<typeof rows>) => (
    <MemoryRouter>
      <MentionsList rows={shown} onSeek={onSeek} {...common} />
    </MemoryRouter>
  )
  const { rerender } = render(list(rows(undefined, true)))
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  expect(refetch).toHaveBeenCalledOnce()
  rerender(list(rows([])))
  screen.getByText('No mentions yet')
  rerender(list(rows([mentionExample])))
  const link = screen.getByRole('link', { name: /Lena Kim.*not seen yet.*Dana, do you know the new card/ })
  await userEvent.click(link)
  const { conversationId, messageId } = mentionExample
  expect(onSeek).toHaveBeenCalledWith({ conversationId, messageId })
})
