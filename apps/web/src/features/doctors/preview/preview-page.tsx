import { type DoctorPreview, missingIn, readPreview } from '@foyer/contracts/doctors/doctor.rules.ts'
import { CircleCheck, CircleDashed, Eye, Pencil } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { PageRoom } from '../../../parts/page-room.tsx'
import { useApp } from '../../../parts/services.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { BackLink } from '../back-link.tsx'
import { fullName } from '../doctor-list.rules.ts'
import { PageHeading } from '../page-heading.tsx'
import { ProfileCard } from './profile-card.tsx'
import { ProfilePage } from './profile-page.tsx'

/** [DOC-01] [OPEN-018] How patients see a doctor, by what the app state holds. */
export function Component() {
  const { doctorPreviewData, doctorPreviewImage } = useSnapshot(useApp().mainContext)
  const doctor = readPreview(doctorPreviewData)
  return (
    <PageRoom>
      {doctor === null ? (
        <>
          <h1 className="sr-only">Doctor preview</h1>
          <Note icon={Eye} title="Nobody to preview" detail="Choose Preview at a doctor, and their profile shows here.">
            <Link to="/doctors" className={buttonLook('default', 'md')}>
              All doctors
            </Link>
          </Note>
        </>
      ) : (
        <Preview doctor={doctor} image={doctorPreviewImage} />
      )}
    </PageRoom>
  )
}

function Preview({ doctor, image }: { doctor: DoctorPreview; image: string | null }) {
  return (
    <div className="max-w-260">
      <header className="flex flex-wrap items-end justify-between gap-3 max-md:px-4 max-md:pt-3">
        <div className="min-w-0">
          <BackLink />
          <PageHeading>{`Preview of ${fullName(doctor)}`}</PageHeading>
        </div>
        <Link to={`/doctors/${encodeURIComponent(doctor._id)}`} className={buttonLook('default', 'md')}>
          <Pencil aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
          Edit
        </Link>
      </header>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-label="As a page" className="min-w-0">
          <Caption>As a page</Caption>
          <ProfilePage {...{ doctor, image }} />
        </section>
        <div className="min-w-0 space-y-5 max-lg:-order-1">
          <section aria-label="As a card">
            <Caption>As a card</Caption>
            <ProfileCard {...{ doctor, image }} />
          </section>
          <Missing missing={missingIn(doctor, image)} />
        </div>
      </div>
    </div>
  )
}

function Caption({ children }: { children: string }) {
  return <h2 className="mb-2 text-sm font-semibold text-muted max-md:px-4">{children}</h2>
}

function Missing({ missing }: { missing: readonly string[] }) {
  return (
    <section aria-label="What is missing" className="max-md:px-4">
      <h2 className="mb-2 text-sm font-semibold text-muted">What is missing</h2>
      {missing.length === 0 ? (
        <p className="flex items-center gap-1.5 text-sm">
          <CircleCheck aria-hidden size={16} className="shrink-0 text-muted" />
          Nothing. The profile is complete.
        </p>
      ) : (
        <ul className="space-y-1.5 text-sm">
          {missing.map((what) => (
            <li key={what} className="flex items-center gap-1.5">
              <CircleDashed aria-hidden size={16} className="shrink-0 text-muted" />
              {`${what.charAt(0).toUpperCase()}${what.slice(1)}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
