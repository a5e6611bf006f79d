import { type DoctorPreview, shownName } from '@foyer/contracts/doctors/doctor.rules.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { DoctorFace } from '../../../parts/doctors/doctor-face.tsx'

/** A doctor's own page. What is not known is left out, as patients would see it. */
export function ProfilePage({ doctor, image }: { doctor: DoctorPreview; image: string | null }) {
  const name = shownName(doctor)
  const facts = [
    ['Languages', doctor.languages.join(', ')],
    ['Phone', displayPhone(doctor.phone)],
    ['Email', doctor.email ?? ''],
    ['Address', doctor.address ?? ''],
    ['NPI', doctor.npi ?? ''],
  ].filter(([, value]) => value !== '')
  return (
    <article className="border-line bg-surface p-4 max-md:border-y md:rounded-lg md:border md:p-6">
      <div className="flex flex-wrap items-end gap-5">
        <DoctorFace doctor={{ name, picture: image }} size="xl" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-2xl font-semibold tracking-tight wrap-anywhere">{name}</p>
          {doctor.specialty !== null && <p className="text-md wrap-anywhere text-muted">{doctor.specialty}</p>}
        </div>
      </div>
      {doctor.bio !== null && (
        <p dir="auto" className="mt-5 max-w-140 text-base/6 whitespace-pre-wrap wrap-anywhere">
          {doctor.bio}
        </p>
      )}
      {facts.length > 0 && (
        <dl className="mt-5 space-y-1.5 border-t border-line pt-4 text-sm">
          {facts.map(([label, value]) => (
            <div key={label} className="flex gap-3">
              <dt className="w-24 shrink-0 text-muted">{label}</dt>
              <dd className="num min-w-0 flex-1 wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  )
}
