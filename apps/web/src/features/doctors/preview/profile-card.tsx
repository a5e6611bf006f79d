import { type DoctorPreview, shownName } from '@foyer/contracts/doctors/doctor.rules.ts'
import { DoctorFace } from '../../../parts/doctors/doctor-face.tsx'

/** A doctor as one of several. */
export function ProfileCard({ doctor, image }: { doctor: DoctorPreview; image: string | null }) {
  const { specialty, languages } = doctor
  const name = shownName(doctor)
  return (
    <article className="flex gap-3 border-line bg-surface p-4 max-md:border-y md:rounded-lg md:border">
      <DoctorFace doctor={{ name, picture: image }} size="lg" />
      <div className="min-w-0">
        <p className="text-md font-semibold wrap-anywhere">{name}</p>
        {specialty !== null && <p className="text-sm wrap-anywhere text-muted">{specialty}</p>}
        {languages.length > 0 && <p className="mt-1 text-xs wrap-anywhere text-muted">{languages.join(', ')}</p>}
      </div>
    </article>
  )
}
