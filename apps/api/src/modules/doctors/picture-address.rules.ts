import { doctorPicture } from '@foyer/contracts/doctors/picture-calls.ts'

interface Picture {
  readonly organizationId: string
  readonly pictureId: string
}

/** The address of the large picture. */
export function pictureAddress({ organizationId, pictureId }: Picture): string {
  return `${doctorPicture.path}?${new URLSearchParams({ organizationId, pictureId })}`
}

/** The id in an address that `pictureAddress` made. */
export function pictureIdIn(address: string | null): string | null {
  return address === null ? null : new URLSearchParams(address.split('?')[1]).get('pictureId')
}
