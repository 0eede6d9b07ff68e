/** How much one user may ask of the connector. */
export interface McpLimits {
  /** For each user over all of their credentials, apart from REST's (decisions, "Rate limits"). */
  requestsPerMinute: number;
}

export const DEFAULT_MCP_LIMITS: McpLimits = { requestsPerMinute: 120 };
