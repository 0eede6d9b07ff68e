import type { TemplateContent } from './template.ts';

/**
 * What every workspace starts with (decisions §3, "Templates"). Their ids are for good: a workspace's own wording of
 * one is stored under its id. No scaffold has a level-1 heading, because the document's title is that.
 */
export const BUILT_IN_TEMPLATES: readonly TemplateContent[] = [
  {
    id: 'tpl_sop',
    name: 'SOP',
    description:
      'A procedure that is done the same way every time, with who does it and what to do when it fails.',
    type: 'sop',
    tags: ['sop'],
    scaffold: `## Purpose

_What this procedure achieves, and what goes wrong without it._

## Scope

_When it applies, and when it does not._

## Roles

| Role | Does what |
| ---- | --------- |
| _Who_ | _What they are responsible for_ |

## Before you start

- [ ] _What must be at hand or true_

## Procedure

1. _One action in each step, and how to see that it worked._
2. _The next one._

## If something goes wrong

| What you see | What to do |
| ------------ | ---------- |
| _Symptom_ | _Action, and whom to call_ |

## Records

_What is written down, where, and for how long it is kept._

## Review

_Who checks this procedure, and how often._
`,
  },
  {
    id: 'tpl_runbook',
    name: 'Runbook',
    description:
      'How to keep one system running: how to see its state, what alerts mean, how to bring it back.',
    type: 'technical',
    tags: ['runbook'],
    scaffold: `## Overview

_What the system does, who depends on it, and who owns it._

## Access

_Where it runs, and what one needs to get in. No secrets here: say where they are kept._

## Check its health

1. _A command or page, and what it shows when all is well._

## Alerts

### _Name of the alert_

_What it means, how urgent it is, and what to do first._

## Common problems

| What you see | Likely cause | What to do |
| ------------ | ------------ | ---------- |
| _Symptom_ | _Cause_ | _Steps_ |

## Restart and recover

> [!WARNING]
> _What is lost or interrupted by this._

1. _Step, and how to see that it worked._

## Roll back

1. _How to get back to the last state that worked._

## Escalation

_Whom to call, in which order, and when._
`,
  },
  {
    id: 'tpl_policy',
    name: 'Policy',
    description: 'A rule that people are held to: what it says, whom it binds, and what exceptions need.',
    type: 'policy',
    tags: ['policy'],
    scaffold: `## Summary

_The rule in two or three sentences that everybody can repeat._

## Purpose

_Why there is this rule._

## Who it applies to

_People, places and things that it covers, and those it does not._

## The rules

1. _One rule in each point, in words that can be checked: must, must not, may._

## Responsibilities

| Role | Is responsible for |
| ---- | ------------------ |
| _Who_ | _What_ |

## Exceptions

_Who may allow one, how it is asked for, and how it is recorded._

## When it is broken

_What happens, and where to report it._

## Definitions

_Words that mean something particular here._

## Review

_Owner, date of the last review, date of the next._
`,
  },
  {
    id: 'tpl_how_to',
    name: 'How-to',
    description: 'How a reader gets one thing done, from what they need to how they know that it worked.',
    type: 'knowledge',
    tags: ['how-to'],
    scaffold: `## What you will do

_The result, in one sentence, and about how long it takes._

## What you need

- _Access, tools, knowledge_

## Steps

1. _One action in each step._
2. _What the reader sees when it worked._

## Check that it worked

_How to tell._

## Common mistakes

_What people trip over, and how to get out of it._

## See also

- _Related pages_
`,
  },
  {
    id: 'tpl_meeting_notes',
    name: 'Meeting notes',
    description: 'What a meeting was for, what was decided, and who does what by when.',
    type: 'knowledge',
    tags: ['meeting'],
    scaffold: `## Meeting

| | |
| --- | --- |
| Date | _YYYY-MM-DD_ |
| Present | _Names_ |
| Absent | _Names_ |

## Goal

_What the meeting was to achieve._

## Agenda

1. _Topic_

## Notes

_What was said that somebody will want to know later._

## Decisions

- _What was decided, and why_

## Actions

- [ ] _What_: _who_, by _when_

## Next meeting

_Date, and what has to be ready by then._
`,
  },
  {
    id: 'tpl_decision_record',
    name: 'Decision record',
    description:
      'One decision that is hard to take back: the situation, the choices, and what follows from it.',
    type: 'technical',
    tags: ['decision'],
    scaffold: `## Status

_Proposed, accepted, or replaced by which decision; date; who decided._

## Context

_What forces a decision now: facts, constraints, what was tried._

## Decision

_What we will do, in one or two sentences._

## Options considered

| Option | For | Against |
| ------ | --- | ------- |
| _Option_ | _What speaks for it_ | _What speaks against it_ |

## Consequences

_What becomes easier, what becomes harder, and what we accept._

## How we will know

_What will tell us that it was right or wrong, and when we look._
`,
  },
];

/** The template as shipped, whatever the workspace has made of it. */
export function builtInTemplate(id: string): TemplateContent | undefined {
  return BUILT_IN_TEMPLATES.find((template) => template.id === id);
}
