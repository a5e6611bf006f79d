import { reviewKey } from '@foyer/contracts/listings/collections.rules.ts'
import { Star } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHeldValue } from '../../lib/use-held-value.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useNow } from '../../lib/use-now.ts'
import { LazyUnsavedGuard } from '../../parts/form/lazy-unsaved-guard.tsx'
import type { ListingConnection } from '../../parts/listings/use-listing-connection.ts'
import { useFilters } from '../../parts/rows/use-filters.ts'
import { useServices } from '../../parts/services.tsx'
import { StaffNames } from '../../parts/staff-names.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { useColleagues } from '../../parts/use-colleagues.ts'
import { useOffline } from '../../parts/use-offline.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { ConsentBanner } from './consent-banner.tsx'
import { ListHead } from './list-head.tsx'
import { ProfileAside } from './profile-aside.tsx'
import type { startReply } from './reply.actors.ts'
import { ReplyPane } from './reply-pane.tsx'
import { countOf, FILTER_NAMES, isInView, wantedOf } from './review-filter.rules.ts'
import { ReviewList } from './review-list.tsx'
import { useReply } from './use-reply.ts'
import { useReviewAddress } from './use-review-address.ts'
import { useReviews } from './use-reviews.ts'

export interface ReviewsScreenProps {
  organizationId: string
  timezone: string
  userId: string
  isAdmin: boolean
  connection: ListingConnection
  /** Starts the machine of a reply, if not the usual way. */
  start?: typeof startReply
}

/** The search waits for this pause in typing. */
const STILL_MS = 250
const WIDE = '(width >= 1280px)'

/** [REV-01] The reviews of all locations, the reply to the open one, and the public profile that it belongs to. */
export function ReviewsScreen({ organizationId, timezone, userId, isAdmin, connection, start }: ReviewsScreenProps) {
  const now = useNow(useServices().clock)
  const offline = useOffline()
  const navigate = useNavigate()
  const hasColumn = useMedia(WIDE)
  const [showsProfile, setShowsProfile] = useState(false)
  const { names } = useColleagues(organizationId)
  const { values, isFiltered, change, clear } = useFilters(FILTER_NAMES)
  const { openKey, open, close } = useReviewAddress()
  const typed = wantedOf(values)
  const wanted = { ...typed, search: useHeldValue(typed.search, STILL_MS) }
  const { filter, orderBy, locationId, search } = wanted
  const reviews = useReviews(organizationId, wanted)
  const { data, hasMore, isLoadingMore, moreFailed, loadMore } = reviews
  const { locations } = connection.summary
  const shown = useMemo(
    () =>
      data?.filter(
        (one) =>
          // The stream also tells of a location that has left the connection.
          locations.some((at) => at.locationId === one.foyer.locationId) &&
          (reviewKey(one) === openKey || isInView(one, { filter, orderBy, locationId, search })),
      ) ?? [],
    [data, openKey, filter, orderBy, locationId, search, locations],
  )
  const at = shown.findIndex((one) => reviewKey(one) === openKey)
  const review = shown[at]
  const { actor, isUnsaved } = useReply(organizationId, review, reviews.put, start)
  // The open review may stand on a later page.
  const isFarther = openKey !== null && data !== undefined && review === undefined && hasMore && !moreFailed
  useEffect(() => {
    if (isFarther && !isLoadingMore) loadMore()
  }, [isFarther, isLoadingMore, loadMore])
  const step = (to: number) => {
    const other = shown[at + to]
    return other ? () => open(reviewKey(other)) : null
  }
  const { summary } = connection
  const profileOf = review?.foyer.locationId ?? locationId ?? connection.locations[0]?._id ?? null
  const profile = profileOf !== null && (
    <ProfileAside key={profileOf} {...{ organizationId, connection, now }} locationId={profileOf} />
  )
  return (
    <StaffNames value={names}>
      <div className="flex min-h-0 flex-1 flex-col" data-pane={review ? 'thread' : 'list'}>
        <LazyUnsavedGuard
          unsaved={isUnsaved}
          lost="Foyer tries to save what you typed as the draft. Until that succeeds, it is in this tab alone."
        />
        {connection.state !== 'connected' && <ConsentBanner state={connection.state} isAdmin={isAdmin} />}
        <div className="flex min-h-0 flex-1">
          <div
            className={`flex min-h-0 min-w-0 flex-col bg-surface md:w-86 md:shrink-0 md:border-r md:border-line lg:w-auto lg:min-w-100 lg:flex-1 ${openKey === null ? 'flex-1' : 'max-md:hidden'}`}
          >
            <ListHead wanted={typed} summary={summary} onChange={change} onGo={(address) => void navigate(address)} />
            <ReviewList
              {...{ reviews, shown, isFiltered, openKey, now, timezone }}
              view={`${filter} ${orderBy} ${locationId} ${search}`}
              total={search === '' ? countOf(summary, filter, locationId) : null}
              showsLocation={summary.locations.length > 1}
              onOpen={open}
              onClear={clear}
            />
          </div>
          <div
            className={`flex min-h-0 min-w-0 flex-1 flex-col bg-surface lg:w-104 lg:flex-none ${openKey === null ? 'max-md:hidden' : ''}`}
          >
            {review && actor ? (
              <ReplyPane
                {...{ organizationId, review, actor, connection, userId, now, timezone, offline }}
                onClose={close}
                onPrevious={step(-1)}
                onNext={step(1)}
                onProfile={hasColumn ? null : () => setShowsProfile(true)}
              />
            ) : (
              <Note
                icon={Star}
                title={
                  openKey === null || isFarther || data === undefined
                    ? 'No review is open'
                    : 'This review is not in the view'
                }
                detail="Choose one in the list to read it and to write the reply."
              />
            )}
          </div>
          {hasColumn && (
            <aside
              aria-label="Profile"
              className="scrollbar-quiet w-81 shrink-0 overflow-y-auto border-l border-line bg-canvas p-4"
            >
              {profile}
            </aside>
          )}
        </div>
      </div>
      <Drawer open={showsProfile && !hasColumn} title="Public profile" onClose={() => setShowsProfile(false)}>
        <div className="p-4">{profile}</div>
      </Drawer>
    </StaffNames>
  )
}
