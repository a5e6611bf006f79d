/** [SEC-02] [OPEN-046] Calls of the campaign service say three times who asks: bearer, access-token and userid. */
export function wantsCampaignCredentials(path: string): boolean {
  return path.startsWith('/api/campaign/')
}
