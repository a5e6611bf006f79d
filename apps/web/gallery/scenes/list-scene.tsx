import { useMemo, useState } from 'react'
import type { StateValueFrom } from 'xstate'
import type { Inbox } from '../../src/features/inbox/inbox.actors.ts'
import type { ListActor, ListContext } from '../../src/features/inbox/list/conversation-list.machine.ts'
import { type Page, withFirstPage } from '../../src/features/inbox/list/list-pages.rules.ts'
import { ListPane } from '../../src/features/inbox/list/list-pane.tsx'
import type { FilterChange } from '../../src/features/inbox/list/list-query.rules.ts'
import type { selectionMachine } from '../../src/features/inbox/list/selection.machine.ts'
import type { HoldMark } from '../../src/features/inbox/next/holds.rules.ts'
import type { InboxAddress } from '../../src/features/inbox/use-inbox-address.ts'
import { usePhone } from '../../src/lib/use-phone.ts'
import type { PagedRows } from '../../src/parts/rows/paged-rows.ts'
import { type Answers, EPOCH } from '../canned-api.ts'
import { bulkMachine, listInput, listMachine } from '../canned-machines.ts'
import { page } from '../fixtures/conversations.ts'
import { allTime, cedar, colleagues, me, now, timezone } from '../fixtures/people.ts'
import { Stage } from '../stage.tsx'
import { still } from '../still.ts'
import { type Hand, useHand } from '../use-hand.ts'

type Selection = StateValueFrom<typeof selectionMachine>

interface ListSceneProps {
  value: StateValueFrom<typeof listMachine>
  filters?: FilterChange
  /** Changes the machine's context; the default is the first page. */
  holds?: (context: ListContext) => Partial<ListContext>
  selection?: { value: Selection; ids: readonly string[] }
  drafts?: ReadonlyMap<string, string>
  offline?: boolean
  marks?: ReadonlyMap<string, HoldMark>
  answers?: Answers
  /** Runs once the list is on the screen. */
  then?: (hand: Hand, list: ListActor) => Promise<void>
}

export const pageOf = (items: Page['items'], cursor: string | null = null): Page => ({
  items,
  epoch: EPOCH,
  asOf: 100,
  cursor,
})
/** Exactly one full page, so `atEnd` must say that no more follow. */
export const firstPage = (context: ListContext) => ({ ...withFirstPage(context, pageOf(page)), atEnd: true })

/** The left pane with a list that stays in one of its states. */
export function ListScene({ answers, ...props }: ListSceneProps) {
  return (
    <Stage {...(answers ? { answers } : {})}>
      <Pane {...props} />
    </Stage>
  )
}

function Pane({
  value,
  filters = {},
  holds = firstPage,
  selection,
  drafts = NONE,
  offline = false,
  marks = NO_MARKS,
  then,
}: ListSceneProps) {
  const [list] = useState(() => still(listMachine, listInput(filters), value, holds))
  const [bulk] = useState(() =>
    still(bulkMachine, undefined, selection?.value ?? 'none', () => ({
      ids: new Set(selection?.ids),
      action: selection?.value === 'applying' ? { type: 'star' as const } : null,
    })),
  )
  const inbox = useMemo(() => cannedInbox({ list, selection: bulk, drafts }), [list, bulk, drafts])
  useHand(async (hand) => then?.(hand, list))
  return (
    <div className="flex min-h-0 flex-1">
      <ListPane
        {...{ inbox, address, colleagues, me, now, timezone, offline }}
        openTime={allTime}
        organizationId={cedar._id}
        mentions={{ rows: rowsOf([]), unseen: 3 }}
        phone={usePhone()}
        viewing="Dana is viewing"
        marks={marks}
        onNext={() => undefined}
        sought={null}
        onSeek={() => undefined}
      />
    </div>
  )
}

const NO_MARKS: ReadonlyMap<string, HoldMark> = new Map()
const NONE: ReadonlyMap<string, string> = new Map()

/** Rows as they are after a successful read, with the entry's changes. */
export function rowsOf<Row>(data: readonly Row[], change: Partial<PagedRows<Row>> = {}): PagedRows<Row> {
  const nothing = () => undefined
  const read = { data, error: null, isError: false, isFetching: false, refetch: nothing }
  return { ...read, hasMore: false, isLoadingMore: false, moreFailed: false, loadMore: nothing, ...change }
}

/** An entry ignores navigation. */
export const address: InboxAddress = {
  status: 'open/unassigned',
  tab: 'all',
  sort: 'newest',
  conversationId: null,
  team: null,
  campaign: null,
  viewId: null,
  change: () => undefined,
  linkTo: () => ({ to: '', replace: true, state: null }),
  open: () => undefined,
  leave: () => undefined,
}

interface Held {
  list: ListActor
  selection: Inbox['selection']
  drafts?: ReadonlyMap<string, string>
}

function cannedInbox({ list, selection, drafts = NONE }: Held): Inbox {
  const nothing = () => undefined
  return {
    list,
    selection,
    act: nothing,
    onHandled: () => ({ unsubscribe: nothing }),
    drafts: {
      texts: () => drafts,
      subscribe: () => nothing,
      attach: () => nothing,
      revisionOfSending: () => null,
      stop: nothing,
    },
    applyRead: nothing,
    open: () => {
      throw new Error('The thread of an entry is open already')
    },
    leave: nothing,
    isWriting: () => false,
    presence: nothing,
    stop: nothing,
  }
}
