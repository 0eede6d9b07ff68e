/** "Who may use it" (specification, MCP tools), in the order in which tools are listed. */
const READING = ['list_spaces', 'list_docs', 'search_docs', 'read_doc', 'writing_guide', 'list_templates'];
const WRITING = ['create_doc', 'update_doc', 'add_image', 'request_upload'];
/** What ChatGPT’s research demands beside them. */
const RESEARCH = ['search', 'fetch'];

export const VIEWER_TOOLS: readonly string[] = [...READING, ...RESEARCH];
export const EDITOR_TOOLS: readonly string[] = [...READING, ...WRITING, ...RESEARCH];
