import { tabs } from '@foyer/contracts/inbox/status.rules.ts'
import { expect, test } from 'vitest'
import { placesOf } from './inbox-places.rules.ts'
import { VIEW_LABELS } from './list/view-labels.rules.ts'

test('placesOf leads to each view of the list under the name that its tab has [DESIGN-13]', () => {
  const places = new Map(placesOf().map(({ title, to }) => [title, to]))
  for (const tab of tabs)
    expect([tab, places.get(`View: ${VIEW_LABELS[tab]}`)]).toEqual([
      tab,
      tab === 'all' ? '/inbox' : `/inbox?tab=${tab}`,
    ])
})
