import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallError } from '../../src/api/call-error.ts'
import { QueryState, type Question } from '../../src/parts/query-state.tsx'
import { LoadMore, Note } from '../../src/parts/state-notes.tsx'
import { stillLive } from '../canned-live.ts'
import { part } from '../gallery-entry.ts'
import { Stage } from '../stage.tsx'

const asked: Question<readonly string[]> = {
  data: undefined,
  error: null,
  isError: false,
  isFetching: true,
  refetch: () => undefined,
}
const refused = (status: number, reason: 'failed' | 'not_allowed') => ({
  ...asked,
  isError: true,
  isFetching: false,
  error: new CallError('Failed to load members', status, { reason, requestId: '7F2A-0911' }),
})
const rows = ['Dana Whitfield', 'Lena Kim']

function Sheet({ children }: { children: ReactNode }) {
  return (
    <main className="w-full max-w-180 self-center md:p-8">
      <h1 className="sr-only">Members</h1>
      <div className="bg-surface md:rounded-lg md:border md:border-line">{children}</div>
    </main>
  )
}

function Members({ query, offline = false }: { query: Question<readonly string[]>; offline?: boolean }) {
  return (
    <Stage live={() => stillLive(offline ? 'away' : undefined, !offline)}>
      <Sheet>
        <QueryState
          query={query}
          what="The members"
          rows={5}
          empty={
            <Note icon={History} title="Nobody yet" detail="Members appear here once somebody accepts an invitation." />
          }
        >
          {(found) => (
            <ul aria-label="Members" className="divide-y divide-line">
              {found.map((name) => (
                <li key={name} className="px-5 py-3 text-sm">
                  {name}
                </li>
              ))}
            </ul>
          )}
        </QueryState>
      </Sheet>
    </Stage>
  )
}

const more = { hasMore: true, isLoadingMore: false, moreFailed: false, loadMore: () => undefined }

export const states = part('Query states', {
  loading: { title: 'Loading', show: () => <Members query={asked} /> },
  empty: { title: 'Nothing yet', show: () => <Members query={{ ...asked, data: [], isFetching: false }} /> },
  failed: { title: 'Did not load', show: () => <Members query={refused(500, 'failed')} /> },
  'failed-beside': {
    title: 'Reload failed, old rows stay',
    show: () => <Members query={{ ...refused(500, 'failed'), data: rows }} />,
  },
  offline: { title: 'Offline before the first load', show: () => <Members query={asked} offline /> },
  forbidden: { title: 'For admins', show: () => <Members query={refused(403, 'not_allowed')} /> },
  more: {
    title: 'Load more: idle, loading, failed, complete',
    show: () => (
      <Sheet>
        <LoadMore rows={more} />
        <LoadMore rows={{ ...more, isLoadingMore: true }} />
        <LoadMore rows={{ ...more, moreFailed: true }} what="conversations" />
        <LoadMore rows={{ ...more, hasMore: false }} />
      </Sheet>
    ),
  },
})
