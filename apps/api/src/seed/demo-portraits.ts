/** Draws the portraits of the demo's doctors: no photo of anybody, and the same picture at each start. */
import sharp from 'sharp'

export interface DemoPortrait {
  readonly large: Buffer
  readonly small: Buffer
}

type Hair = 'short' | 'bob' | 'long' | 'bun' | 'curls' | 'sides'

interface Face {
  readonly ground: string
  readonly skin: string
  readonly hair: string
  readonly style: Hair
  readonly shirt: string
  readonly hasGlasses?: boolean
  readonly hasBeard?: boolean
}

/** Dr. Zhang has no picture, so that the demo shows a doctor without one. */
const FACES: Readonly<Record<string, Face>> = {
  doc_okafor: { ground: '#d9c7ae', skin: '#8a5a3c', hair: '#241a17', style: 'curls', shirt: '#1f6f6b' },
  doc_sorensen: {
    ...{ ground: '#c4d2d8', skin: '#eec3a6', hair: '#c9a66b', style: 'short', shirt: '#3c5a7d' },
    ...{ hasGlasses: true, hasBeard: true },
  },
  doc_reyes: { ground: '#e3cfc4', skin: '#c98e66', hair: '#3a2420', style: 'long', shirt: '#8c3f5a' },
  doc_feldman: {
    ...{ ground: '#cfd4c0', skin: '#e8bb9c', hair: '#8d8a87', style: 'bob', shirt: '#5a4a7a', hasGlasses: true },
  },
  doc_carroll: { ground: '#cbd3dd', skin: '#d9a078', hair: '#2f2a28', style: 'short', shirt: '#41624a' },
  doc_glover: { ground: '#dccdb9', skin: '#6f4630', hair: '#1c1513', style: 'bun', shirt: '#a2562f' },
  doc_howell: { ground: '#d6cad8', skin: '#efc8ae', hair: '#a4572e', style: 'long', shirt: '#2f5d74' },
  doc_kuhlman: {
    ...{ ground: '#c9d4cc', skin: '#e6b798', hair: '#b9b5b0', style: 'sides', shirt: '#4d4f63', hasGlasses: true },
  },
  doc_adeyemi: { ground: '#e0d1b4', skin: '#5e3a28', hair: '#17110f', style: 'bun', shirt: '#7a3b3b' },
  doc_grady: { ground: '#cbd6db', skin: '#f0cdb4', hair: '#d8b56a', style: 'bob', shirt: '#3f6b59' },
  doc_lang: { ground: '#dcd0cc', skin: '#e3b48f', hair: '#201a1c', style: 'bob', shirt: '#345a86' },
}

const LARGE = 1024
const SMALL = 96
const QUALITY = 82

export async function drawPortraits(): Promise<ReadonlyMap<string, DemoPortrait>> {
  const portraits = new Map<string, DemoPortrait>()
  for (const [id, face] of Object.entries(FACES)) {
    const large = await sharp(Buffer.from(svgOf(face)))
      .webp({ quality: QUALITY, effort: 0 })
      .toBuffer()
    const small = await sharp(large).resize(SMALL, SMALL).webp({ quality: QUALITY }).toBuffer()
    portraits.set(id, { large, small })
  }
  return portraits
}

/** On a sheet of 256 by 256: ground, hair behind the head, shoulders in a coat, head, face, hair in front. */
function svgOf(face: Face): string {
  const { ground, skin, shirt } = face
  const shade = 'fill="#000" opacity=".10"'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${LARGE}" height="${LARGE}" viewBox="0 0 256 256">
    <rect width="256" height="256" fill="${ground}"/>
    <circle cx="128" cy="118" r="104" fill="#fff" opacity=".22"/>
    ${behind(face)}
    <path d="M30 256c2-46 34-68 72-72h52c38 4 70 26 72 72z" fill="#f7f5f0"/>
    <path d="M102 184l26 34 26-34-8-6h-36z" fill="${shirt}"/>
    <path d="M102 184l-14 8 26 64h14v-38zM154 184l14 8-26 64h-14v-38z" fill="#e9e5dc"/>
    <path d="M108 150h40v30c0 12-9 20-20 20s-20-8-20-20z" fill="${skin}"/>
    <path d="M108 162c10 12 30 12 40 0v12c-10 12-30 12-40 0z" ${shade}/>
    <ellipse cx="83" cy="116" rx="8" ry="12" fill="${skin}"/>
    <ellipse cx="173" cy="116" rx="8" ry="12" fill="${skin}"/>
    <path d="M82 102c0-34 20-54 46-54s46 20 46 54c0 38-20 68-46 68s-46-30-46-68z" fill="${skin}"/>
    ${face.hasBeard ? `<path d="M83 118c4 36 22 54 45 54s41-18 45-54c-8 20-24 22-45 22s-37-2-45-22z" fill="${face.hair}"/>` : ''}
    ${features(face)}
    ${inFront(face)}
  </svg>`
}

function features({ hair, hasGlasses }: Face): string {
  const glasses = `<g fill="none" stroke="#2b2b2b" stroke-width="3"><circle cx="108" cy="113" r="14"/>
    <circle cx="148" cy="113" r="14"/><path d="M122 111c4-3 8-3 12 0M94 110l-11-3M162 110l11-3"/></g>`
  return `<g fill="none" stroke="${hair}" stroke-width="4" stroke-linecap="round">
      <path d="M98 97c6-4 13-4 19-1M139 96c6-3 13-3 19 1"/></g>
    <circle cx="108" cy="113" r="4.5" fill="#2a211d"/><circle cx="148" cy="113" r="4.5" fill="#2a211d"/>
    <path d="M128 116c-2 8-6 12-5 16 3 3 8 3 11 0" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="3"
      stroke-linecap="round"/>
    <path d="M111 146c10 8 24 8 34 0-4 13-30 13-34 0z" fill="#fff" stroke="#8a3f3a" stroke-width="2.5"
      stroke-linejoin="round"/>
    ${hasGlasses ? glasses : ''}`
}

function behind({ hair, style }: Face): string {
  switch (style) {
    case 'long':
      return `<path d="M74 110c-4-50 24-74 54-74s58 24 54 74c-2 40 8 74 14 96H60c6-22 16-56 14-96z" fill="${hair}"/>`
    case 'bob':
      return `<path d="M72 112c-4-52 24-76 56-76s60 24 56 76l4 56H68z" fill="${hair}"/>`
    case 'bun':
      return `<circle cx="128" cy="36" r="24" fill="${hair}"/>`
    case 'curls': {
      const places = [
        [84, 68],
        [104, 48],
        [128, 42],
        [152, 48],
        [172, 68],
        [180, 94],
        [76, 94],
        [72, 120],
        [184, 120],
      ]
      return places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="24" fill="${hair}"/>`).join('')
    }
    default:
      return ''
  }
}

function inFront({ hair, style }: Face): string {
  switch (style) {
    case 'sides':
      return `<path d="M80 108c-2-20 2-34 8-42 2 14-2 26 0 40zM176 108c2-20-2-34-8-42-2 14 2 26 0 40z" fill="${hair}"/>`
    case 'long':
    case 'bob':
      return `<path d="M80 104c0-40 20-62 48-62s48 22 48 62c-10-10-18-24-22-36-14 14-46 22-58 20-4 6-10 12-16 16z"
        fill="${hair}"/>`
    case 'curls':
      return `<path d="M84 84c8-26 24-36 44-36s36 10 44 36c-26-14-62-14-88 0z" fill="${hair}"/>`
    default:
      return `<path d="M80 104c-2-40 18-62 48-62s50 22 48 62c-6-10-10-20-12-30-20-6-52-6-72 0-2 10-6 20-12 30z"
        fill="${hair}"/>`
  }
}
