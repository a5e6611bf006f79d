import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { CircleCheck, Clock, Globe, type LucideIcon, MapPin, Pencil, Phone, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { pastLabel } from '../../lib/time-labels.rules.ts'
import { descriptionOf, todayWords } from '../../parts/listings/listing-words.rules.ts'
import { profileChecks } from '../../parts/listings/profile-checks.rules.ts'
import { Rating } from '../../parts/listings/rating.tsx'
import { useListingProfile } from '../../parts/listings/use-listing.ts'
import type { ListingConnection } from '../../parts/listings/use-listing-connection.ts'
import { QueryState } from '../../parts/query-state.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'
import { useOpeningHours } from '../../parts/use-open-time.ts'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Link } from '../../ui/link.tsx'

interface ProfileProps {
  organizationId: string
  connection: ListingConnection
  locationId: string
  now: Date
}

/** The location as people see it on Google, and what it lacks. */
export function ProfileAside({ organizationId, connection, locationId, now }: ProfileProps) {
  const timezone = useActiveOrganization()?.timezone ?? 'UTC'
  const profile = useListingProfile(organizationId, locationId)
  const inboxHours = useOpeningHours(organizationId)
  const own = connection.locations.find(({ _id }) => _id === locationId)
  if (!own) return null
  const { title, address, phone, websiteUri, averageRating, totalReviewCount, newReviewUri, lastSyncAt } = own
  return (
    <div className="space-y-5">
      <section aria-label="Public profile">
        <h2 className="text-md font-semibold tracking-tight">Public profile</h2>
        <div className="mt-3 rounded-lg border border-line bg-surface p-4">
          <p className="text-base font-semibold wrap-anywhere">
            <bdi>{title}</bdi>
          </p>
          <p className="num mt-0.5 flex items-center gap-1.5 text-sm text-muted">
            <Rating average={averageRating} count={`(${totalReviewCount.toLocaleString('en-US')})`} />
          </p>
          <ul className="mt-3 space-y-2 border-t border-line pt-3 text-sm">
            <Fact icon={MapPin}>{address || 'No address'}</Fact>
            <Fact icon={Phone}>{phone === null ? 'No phone' : displayPhone(phone)}</Fact>
            {profile.data && <Fact icon={Clock}>{todayWords(profile.data, now, timezone)}</Fact>}
            {websiteUri !== null && (
              <Fact icon={Globe}>{websiteUri.replace(/^https?:\/\//, '').replace(/\/$/, '')}</Fact>
            )}
          </ul>
          {profile.data && descriptionOf(profile.data) !== '' && (
            <p className="mt-3 line-clamp-6 text-sm wrap-anywhere text-muted">{descriptionOf(profile.data)}</p>
          )}
          {newReviewUri !== null && (
            <CopyButton text={newReviewUri} className="mt-3">
              Copy the link to write a review
            </CopyButton>
          )}
          {lastSyncAt !== null && (
            <p className="num mt-3 text-xs text-muted">{`Reviews as of ${pastLabel(lastSyncAt, now, timezone)}`}</p>
          )}
        </div>
      </section>
      <section aria-label="Profile checks">
        <h3 className="text-sm font-semibold">Profile checks</h3>
        <QueryState query={profile} what="The profile" rows={3}>
          {(listing) => (
            <ul className="mt-2 space-y-2 text-sm">
              {profileChecks(listing, { today: dayIn(now, timezone), inboxHours }).map(
                ({ id, isGood, label, closes }) => (
                  <li key={id} className="flex items-start gap-1.5">
                    {isGood ? (
                      <CircleCheck aria-hidden size={16} className="mt-0.5 shrink-0 text-ok-text" />
                    ) : (
                      <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-warn-text" />
                    )}
                    <span className="min-w-0 wrap-anywhere">
                      {`${label} `}
                      {closes !== undefined && (
                        <Link
                          to={`/reviews/listings/${locationId}?closed=${closes}`}
                          className="inline-flex min-h-6 items-center font-medium text-link hover:underline pointer-coarse:min-h-11"
                        >
                          Set as closed
                        </Link>
                      )}
                    </span>
                  </li>
                ),
              )}
            </ul>
          )}
        </QueryState>
        <Link to={`/reviews/listings/${locationId}`} className={`mt-4 ${buttonLook('default', 'md')}`}>
          <Pencil aria-hidden size={16} />
          Edit profile
        </Link>
      </section>
    </div>
  )
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-muted" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}
