/** Search engines may look at the public pages, and at nothing else. */

interface Published {
  readonly publicUrl: string
  /** The sitemaps by their paths. */
  readonly sitemaps: readonly string[]
  /** The public pages by their paths. */
  readonly pages: readonly string[]
}

export function robotsText({ publicUrl, sitemaps, pages }: Published): string {
  const allowed = [...sitemaps, ...pages].map((path) => `Allow: ${path}$`)
  const maps = sitemaps.map((path) => `Sitemap: ${publicUrl}${path}`)
  return `${['User-agent: *', ...allowed, 'Disallow: /', ...maps].join('\n')}\n`
}
