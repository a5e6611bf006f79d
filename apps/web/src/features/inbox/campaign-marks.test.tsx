import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { defaultFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import { type Message, messageExample } from '@foyer/contracts/inbox/message.ts'
import { openTime } from '@foyer/contracts/time/opening-hours.rules.ts'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives } from '../../../test/controlled-live.ts'
import { ok, showSettings } from '../../../test/settings-world.tsx'
import { CampaignChip } from './list/campaign-chip.tsx'
import { ConversationRow } from './list/conversation-row.tsx'
import { belongsIn, isSameView, type ListFilters, listQuery, viewKey } from './list/list-query.rules.ts'
import { MessageBubble } from './thread/message-bubble.tsx'

beforeEach(() => stubBrowser())
afterEach(() => {
  cleanup()
  forgetLives()
  vi.unstubAllGlobals()
})

const campaign = { _id: 'cmp1', name: 'Flu shots' }
const answering = { ...conversationExample, campaign }
const filters: ListFilters = { ...defaultFilters('usr_lena'), campaign: 'cmp1' }

test('row and bubble name the campaign that they belong to, and the bubble leads to it', () => {
  const { unmount } = render(
    <ConversationRow
      conversation={answering}
      selected={false}
      fresh={false}
      leaving={null}
      visit={null}
      now={new Date('2026-11-19T15:16:00Z')}
      timezone="America/Chicago"
      openTime={openTime('America/Chicago', null)}
      userId="usr_lena"
      viewing={null}
      draft={undefined}
    />,
  )
  expect(screen.getByText('Flu shots').parentElement?.textContent).toBe('campaign Flu shots')
  unmount()
  const message: Message = { ...messageExample, campaign: { ...campaign, step: 1 } }
  render(
    <MemoryRouter>
      <MessageBubble message={message} name="Rosalind" timezone="America/Chicago" userId="usr_lena" />
    </MemoryRouter>,
  )
  expect(screen.getByRole('link', { name: 'campaign Flu shots' }).getAttribute('href')).toBe('/campaigns/cmp1')
})

test('list of a campaign asks for its answers, and keeps only those', () => {
  expect(listQuery('org_cedar', filters, { page: 1, cursor: null })).toMatchObject({ campaignId: 'cmp1' })
  expect(listQuery('org_cedar', defaultFilters('usr_lena'), { page: 1, cursor: null })).not.toHaveProperty('campaignId')
  expect(belongsIn(answering, filters)).toBe(true)
  expect(belongsIn({ ...answering, campaign: null }, filters)).toBe(false)
  expect(belongsIn({ ...answering, campaign: { _id: 'cmp2', name: 'Recall' } }, filters)).toBe(false)
  expect(isSameView(filters, { ...filters, campaign: null })).toBe(false)
  expect(viewKey(filters)).not.toBe(viewKey(defaultFilters('usr_lena')))
})

test('chip above the list names the campaign and takes the filter away', async () => {
  const onRemove = vi.fn()
  const { of } = showSettings(<CampaignChip organizationId="org_cedar" campaignId="cmp1" onRemove={onRemove} />, {
    campaign: () => ok({ name: 'Flu shots' }),
  })
  await waitFor(() => expect(screen.getByText('Flu shots')).toBeTruthy())
  expect(of('campaign')[0]).toMatchObject({ params: { id: 'cmp1' }, query: { organizationId: 'org_cedar' } })
  await userEvent.click(
    screen.getByRole('button', { name: 'Show all conversations, not only the answers to Flu shots' }),
  )
  expect(onRemove).toHaveBeenCalledOnce()
})
