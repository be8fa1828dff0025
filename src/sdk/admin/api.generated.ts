// Written by scripts/sdk-api.ts from the routes of the service: do not edit.
import type { CallOptions } from '../server/call.ts';

/** A function for every operation but those of tenants. Each takes the operation’s input, and rejects with a GalleyError. */
export interface AdminApi {
  /** What your teams, a project or a tenant used each day, the oldest day first. */
  listDailyUsage(
    input?: {
      /** All of your teams if left out. */
      project_id?: string | undefined;
      /** Only this tenant. Needs `project_id`. */
      tenant?: string | undefined;
      /** How many, with today. Days end at midnight UTC. */
      days?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<
    Array<{
      /** Such as 2026-11-23. */
      day: string;
      /** REST requests about tenants. What came in the last 10 seconds is missing. */
      requests: number;
      exports: number;
      tool_calls: number;
      /** Media and snapshots at the end of the day; today what is stored now. */
      storage_bytes: number;
    }>
  >;
  /** List the teams. */
  listTeams(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<
    Array<{
      id: string;
      name: string;
      /** ISO 8601, UTC. */
      created_at: string;
    }>
  >;
  /** Create a team, which owns projects and API keys. */
  createTeam(
    input: {
      name: string;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
    name: string;
    /** ISO 8601, UTC. */
    created_at: string;
  }>;
  /** Give a team another name. */
  renameTeam(
    input: {
      team_id: string;
      name: string;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
    name: string;
    /** ISO 8601, UTC. */
    created_at: string;
  }>;
  /** List projects, of one team or of all. */
  listProjects(
    input?: {
      team_id?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<
    Array<{
      id: string;
      team_id: string;
      name: string;
      plan: string;
      client_id: string;
      suspended: 'read_only' | 'blocked' | null;
      /** ISO 8601, UTC. */
      created_at: string;
    }>
  >;
  /** Create a project with new credentials, shown once. */
  createProject(
    input: {
      name: string;
      plan?: string | undefined;
      /** The first team if left out. */
      team_id?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
    team_id: string;
    name: string;
    plan: string;
    client_id: string;
    suspended: 'read_only' | 'blocked' | null;
    /** ISO 8601, UTC. */
    created_at: string;
    /** For the customer’s backend only. Cannot be shown again. */
    client_secret: string;
    /** Signs users and recipient lists (HMAC-SHA256). */
    signing_key: string;
  }>;
  /** Give a project another name, which no other project of its team has. */
  renameProject(
    input: {
      project_id: string;
      name: string;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
    team_id: string;
    name: string;
    plan: string;
    client_id: string;
    suspended: 'read_only' | 'blocked' | null;
    /** ISO 8601, UTC. */
    created_at: string;
  }>;
  /** List the plans that projects and tenants can be on, with their features and limits. */
  listPlans(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<
    Array<{
      name: string;
      features: {
        /** The tool server for AI agents. */
        mcp_server: boolean;
        /** Generation, scoring and rewriting. */
        ai_generation: boolean;
        /** Comments on templates. */
        commenting: boolean;
        /** Folders in the media library. */
        media_folders: boolean;
        /** Folders of templates. */
        template_folders: boolean;
        /** Importing media files from a URL. */
        import_from_url: boolean;
        /** Several people in one template at once. */
        collaboration: boolean;
        /** Blocks saved for reuse. */
        saved_modules: boolean;
        /** Sending a test mail. */
        test_email: boolean;
        /** The editor saves snapshots by itself. */
        auto_save: boolean;
        /** Web fonts of the project. */
        custom_fonts: boolean;
        /** Block types of the project. */
        custom_blocks: boolean;
        /** Colors and fonts of the editor. */
        theme_customization: boolean;
        /** The editor without its maker’s name. */
        white_label: boolean;
        /** Blocks of raw HTML. */
        html_block: boolean;
        /** MJML beside HTML in exports. */
        export_mjml: boolean;
        /** The API without the editor. */
        headless_sdk: boolean;
        /** A media library of the host page. */
        pluggable_media: boolean;
      };
      limits: {
        /** Templates per tenant. null: no limit. */
        max_templates: number | null;
        /** Bytes of media and snapshots per tenant. null: no limit. */
        storage_limit_bytes: number | null;
        /** Exports of templates per tenant and month. null: no limit. */
        max_exports_per_month: number | null;
        /** Tokens of the AI model per tenant and month. null: no limit. */
        max_ai_tokens_per_month: number | null;
        /** Tool calls of agents per tenant and month. null: no limit. */
        max_tool_calls_per_month: number | null;
        /** From here on the tenant is warned about max_templates. Left out: from 80 % of it on. null: no limit. */
        soft_templates?: number | null | undefined;
        /** From here on the tenant is warned about storage_limit_bytes. Left out: from 80 % of it on. null: no limit. */
        soft_storage_bytes?: number | null | undefined;
        /** From here on the tenant is warned about max_exports_per_month. Left out: from 80 % of it on. null: no limit. */
        soft_exports_per_month?: number | null | undefined;
        /** From here on the tenant is warned about max_ai_tokens_per_month. Left out: from 80 % of it on. null: no limit. */
        soft_ai_tokens_per_month?: number | null | undefined;
        /** From here on the tenant is warned about max_tool_calls_per_month. Left out: from 80 % of it on. null: no limit. */
        soft_tool_calls_per_month?: number | null | undefined;
        /** Snapshots per template that are kept, without the automatic ones. null: no limit. */
        max_snapshots: number | null;
        /** Bytes of one media file. */
        max_file_size_bytes: number;
        /** Kinds of media files that are accepted. */
        media_categories: Array<string>;
      };
    }>
  >;
  /** Put a project on another plan. */
  setProjectPlan(
    input: {
      project_id: string;
      plan: string;
    },
    options?: CallOptions,
  ): Promise<{
    project_id: string;
    plan: string;
  }>;
  /** Suspend a project with all its tenants, or end its suspension. */
  suspendProject(
    input: {
      project_id: string;
      /** null: not suspended. */
      suspended: 'read_only' | 'blocked' | null;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
    team_id: string;
    name: string;
    plan: string;
    client_id: string;
    suspended: 'read_only' | 'blocked' | null;
    /** ISO 8601, UTC. */
    created_at: string;
  }>;
  /** Give a project a new client secret; the old one stays valid for a while. */
  rotateClientSecret(
    input: {
      project_id: string;
      /** How long the old secret is still accepted; 0 ends it at once. */
      overlap_seconds?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    project_id: string;
    client_id: string;
    client_secret: string;
    old_secret_expires_at: string;
  }>;
  /** Give a project a new signing key; signatures made with the old one are refused at once. */
  rotateSigningKey(
    input: {
      project_id: string;
    },
    options?: CallOptions,
  ): Promise<{
    project_id: string;
    signing_key: string;
  }>;
  /** The brand of a project or a tenant: colors, font, logo, tone of voice, footer. */
  getBrand(
    input: {
      project_id: string;
      /** For the brand of this tenant. */
      tenant?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    project_id: string;
    /** For the brand of this tenant. */
    tenant?: string | undefined;
    /** How mails look and speak: colors, font, logo, tone of voice, footer. Empty: nothing is set. */
    brand: {
      colors?:
        | {
            /** Buttons and bands. */
            primary?: string | undefined;
            /** Small accents. */
            secondary?: string | undefined;
            /** Behind the mail. */
            background?: string | undefined;
            /** Text. */
            text?: string | undefined;
          }
        | undefined;
      /** CSS font family, such as Georgia. */
      font?: string | undefined;
      /** PNG, JPEG or GIF. */
      logo_url?: string | undefined;
      /** Text for readers who do not see the logo; the company’s name otherwise. */
      logo_alt?: string | undefined;
      /** How the brand speaks, for those who write its mails. */
      tone_of_voice?: string | undefined;
      /** Legal line of the footer. */
      footer_text?: string | undefined;
      /** Sender of the mails. */
      company_name?: string | undefined;
      /** Marketing mails have to name it. */
      postal_address?: string | undefined;
      /** Home page. */
      website_url?: string | undefined;
      /** URL, mailto: or merge tag. */
      unsubscribe_url?: string | undefined;
      /** Profiles, in order. */
      social?:
        | Array<{
            platform:
              | 'facebook'
              | 'twitter'
              | 'instagram'
              | 'linkedin'
              | 'youtube'
              | 'tiktok'
              | 'pinterest'
              | 'email'
              | 'whatsapp'
              | 'telegram'
              | 'discord'
              | 'snapchat'
              | 'reddit'
              | 'github'
              | 'dribbble'
              | 'behance'
              | 'website';
            url: string;
          }>
        | undefined;
    };
    /** For a tenant: with the fields of its project that it does not set. */
    effective?:
      | {
          colors?:
            | {
                /** Buttons and bands. */
                primary?: string | undefined;
                /** Small accents. */
                secondary?: string | undefined;
                /** Behind the mail. */
                background?: string | undefined;
                /** Text. */
                text?: string | undefined;
              }
            | undefined;
          /** CSS font family, such as Georgia. */
          font?: string | undefined;
          /** PNG, JPEG or GIF. */
          logo_url?: string | undefined;
          /** Text for readers who do not see the logo; the company’s name otherwise. */
          logo_alt?: string | undefined;
          /** How the brand speaks, for those who write its mails. */
          tone_of_voice?: string | undefined;
          /** Legal line of the footer. */
          footer_text?: string | undefined;
          /** Sender of the mails. */
          company_name?: string | undefined;
          /** Marketing mails have to name it. */
          postal_address?: string | undefined;
          /** Home page. */
          website_url?: string | undefined;
          /** URL, mailto: or merge tag. */
          unsubscribe_url?: string | undefined;
          /** Profiles, in order. */
          social?:
            | Array<{
                platform:
                  | 'facebook'
                  | 'twitter'
                  | 'instagram'
                  | 'linkedin'
                  | 'youtube'
                  | 'tiktok'
                  | 'pinterest'
                  | 'email'
                  | 'whatsapp'
                  | 'telegram'
                  | 'discord'
                  | 'snapchat'
                  | 'reddit'
                  | 'github'
                  | 'dribbble'
                  | 'behance'
                  | 'website';
                url: string;
              }>
            | undefined;
        }
      | undefined;
  }>;
  /** Change the brand of a project or a tenant, or remove fields or all of it. */
  setBrand(
    input: {
      project_id: string;
      /** For the brand of this tenant. */
      tenant?: string | undefined;
      /** null removes the whole brand. */
      brand: Record<string, unknown> | null;
    },
    options?: CallOptions,
  ): Promise<{
    project_id: string;
    /** For the brand of this tenant. */
    tenant?: string | undefined;
    /** How mails look and speak: colors, font, logo, tone of voice, footer. Empty: nothing is set. */
    brand: {
      colors?:
        | {
            /** Buttons and bands. */
            primary?: string | undefined;
            /** Small accents. */
            secondary?: string | undefined;
            /** Behind the mail. */
            background?: string | undefined;
            /** Text. */
            text?: string | undefined;
          }
        | undefined;
      /** CSS font family, such as Georgia. */
      font?: string | undefined;
      /** PNG, JPEG or GIF. */
      logo_url?: string | undefined;
      /** Text for readers who do not see the logo; the company’s name otherwise. */
      logo_alt?: string | undefined;
      /** How the brand speaks, for those who write its mails. */
      tone_of_voice?: string | undefined;
      /** Legal line of the footer. */
      footer_text?: string | undefined;
      /** Sender of the mails. */
      company_name?: string | undefined;
      /** Marketing mails have to name it. */
      postal_address?: string | undefined;
      /** Home page. */
      website_url?: string | undefined;
      /** URL, mailto: or merge tag. */
      unsubscribe_url?: string | undefined;
      /** Profiles, in order. */
      social?:
        | Array<{
            platform:
              | 'facebook'
              | 'twitter'
              | 'instagram'
              | 'linkedin'
              | 'youtube'
              | 'tiktok'
              | 'pinterest'
              | 'email'
              | 'whatsapp'
              | 'telegram'
              | 'discord'
              | 'snapchat'
              | 'reddit'
              | 'github'
              | 'dribbble'
              | 'behance'
              | 'website';
            url: string;
          }>
        | undefined;
    };
    /** For a tenant: with the fields of its project that it does not set. */
    effective?:
      | {
          colors?:
            | {
                /** Buttons and bands. */
                primary?: string | undefined;
                /** Small accents. */
                secondary?: string | undefined;
                /** Behind the mail. */
                background?: string | undefined;
                /** Text. */
                text?: string | undefined;
              }
            | undefined;
          /** CSS font family, such as Georgia. */
          font?: string | undefined;
          /** PNG, JPEG or GIF. */
          logo_url?: string | undefined;
          /** Text for readers who do not see the logo; the company’s name otherwise. */
          logo_alt?: string | undefined;
          /** How the brand speaks, for those who write its mails. */
          tone_of_voice?: string | undefined;
          /** Legal line of the footer. */
          footer_text?: string | undefined;
          /** Sender of the mails. */
          company_name?: string | undefined;
          /** Marketing mails have to name it. */
          postal_address?: string | undefined;
          /** Home page. */
          website_url?: string | undefined;
          /** URL, mailto: or merge tag. */
          unsubscribe_url?: string | undefined;
          /** Profiles, in order. */
          social?:
            | Array<{
                platform:
                  | 'facebook'
                  | 'twitter'
                  | 'instagram'
                  | 'linkedin'
                  | 'youtube'
                  | 'tiktok'
                  | 'pinterest'
                  | 'email'
                  | 'whatsapp'
                  | 'telegram'
                  | 'discord'
                  | 'snapchat'
                  | 'reddit'
                  | 'github'
                  | 'dribbble'
                  | 'behance'
                  | 'website';
                url: string;
              }>
            | undefined;
        }
      | undefined;
  }>;
  /** List the web origins whose pages may read answers about a project. */
  listProjectOrigins(
    input: {
      project_id: string;
    },
    options?: CallOptions,
  ): Promise<{
    project_id: string;
    /** Empty: those of the settings. */
    origins: Array<string>;
  }>;
  /** Let pages of an origin read answers about a project; from the first one on, only those that were added. */
  addProjectOrigin(
    input: {
      project_id: string;
      /** Such as https://app.example.com; https://*.example.com: all subdomains. */
      origin: string;
    },
    options?: CallOptions,
  ): Promise<{
    project_id: string;
    /** Empty: those of the settings. */
    origins: Array<string>;
  }>;
  /** Remove an origin from a project; a project without origins uses those of the settings. */
  removeProjectOrigin(
    input: {
      project_id: string;
      /** Such as https://app.example.com; https://*.example.com: all subdomains. */
      origin: string;
    },
    options?: CallOptions,
  ): Promise<{
    project_id: string;
    /** Empty: those of the settings. */
    origins: Array<string>;
  }>;
  /** Give a tenant with everything it has stored to another project of the team. */
  moveTenant(
    input: {
      project_id: string;
      tenant: string;
      to_project_id: string;
    },
    options?: CallOptions,
  ): Promise<{
    /** The customer’s identifier. */
    tenant: string;
    /** The name people read; null: none. */
    name: string | null;
    /** Absent if it is that of the project. */
    plan?: string | undefined;
    suspended: 'read_only' | 'blocked' | null;
    template_count: number;
    /** Of media and snapshots. */
    storage_bytes: number;
    /** ISO 8601, UTC. */
    created_at: string;
  }>;
  /** Who you are, your teams, and your roles in them. */
  getMe(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<{
    account: {
      id: string;
      name: string;
      email: string;
    } | null;
    admin_token: {
      id: string;
      name: string;
    } | null;
    /** Acts on every team and on the installation. */
    is_operator: boolean;
    signed_in_at: string | null;
    editor_url: string | null;
    teams: Array<{
      id: string;
      name: string;
      /** viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members. */
      role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner';
    }>;
  }>;
  /** List the members of a team. */
  listMembers(
    input: {
      team_id: string;
      /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
      cursor?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    items: Array<{
      account_id: string;
      name: string;
      email: string;
      /** viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members. */
      role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner';
      /** ISO 8601, UTC. */
      joined_at: string;
      /** Of a sign-in that has not ended; null: none. */
      last_sign_in_at: string | null;
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** Give a member of a team another role; the last owner stays one. */
  setMemberRole(
    input: {
      team_id: string;
      account_id: string;
      /** viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members. */
      role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner';
    },
    options?: CallOptions,
  ): Promise<{
    team_id: string;
    account_id: string;
    /** viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members. */
    role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner';
  }>;
  /** Remove a member from a team, unless it is the last owner. */
  removeMember(
    input: {
      team_id: string;
      account_id: string;
    },
    options?: CallOptions,
  ): Promise<{
    team_id: string;
    account_id: string;
  }>;
  /** End your own membership in a team; the last owner cannot. */
  leaveTeam(
    input: {
      team_id: string;
    },
    options?: CallOptions,
  ): Promise<{
    team_id: string;
    account_id: string;
  }>;
  /** List the open invitations of a team, without their links. */
  listTeamInvitations(
    input: {
      team_id: string;
    },
    options?: CallOptions,
  ): Promise<
    Array<{
      id: string;
      /** Only this address can accept; null: everybody with the link. */
      email: string | null;
      /** viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members. */
      role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner';
      created_by: string;
      /** ISO 8601, UTC. */
      created_at: string;
      /** ISO 8601, UTC. */
      expires_at: string;
    }>
  >;
  /** Make a link that lets a person join a team, valid for 7 days, and send it if mail is set up. */
  inviteMember(
    input: {
      team_id: string;
      /** viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members. */
      role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner';
      /** The only address that can accept. Everybody with the link can if left out. */
      email?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
    /** viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members. */
    role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner';
    /** The link that accepts it, once. Shown only now. */
    url: string;
    /** It is also sent by mail. */
    is_mailed: boolean;
    /** ISO 8601, UTC. */
    expires_at: string;
  }>;
  /** Revoke an open invitation; its link stops working at once. */
  revokeInvitation(
    input: {
      team_id: string;
      id: string;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
  }>;
  /** List admin tokens, without their values: your own, or as an operator all. */
  listAdminTokens(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<
    Array<{
      id: string;
      name: string;
      /** How the token begins. */
      prefix: string;
      /** Whose rights it has at most; null: those of the operator at the command line. */
      account_id: string | null;
      created_by: string;
      /** Its only team; null: all of its maker. */
      team_id: string | null;
      /** Its highest role; null: that of its maker. */
      role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner' | null;
      effects: Array<'read' | 'comment' | 'propose' | 'approve' | 'write' | 'delete' | 'admin'>;
      /** The only operations it may perform; null: all that have the effects, but none on members and tokens. */
      operations: Array<string> | null;
      /** null: never. */
      expires_at: string | null;
      /** To the minute; null: never used. */
      last_used_at: string | null;
      /** ISO 8601, UTC. */
      created_at: string;
    }>
  >;
  /** Create an admin token for a program, shown once; it never has more rights than its maker. */
  createAdminToken(
    input: {
      name: string;
      /** Its only team; all of yours if left out. */
      team_id?: string | undefined;
      /** viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members. */
      role?: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner' | undefined;
      /** What its operations may do. */
      effects?: Array<'read' | 'comment' | 'propose' | 'approve' | 'write' | 'delete' | 'admin'> | undefined;
      /** Names of the only operations it may perform; all that have the effects if left out, but none that manage members and tokens. */
      operations?: Array<string> | undefined;
      /** ISO 8601, in the future: a time, or a date, which is the last day it works (UTC). */
      expires_at?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
    name: string;
    /** How the token begins. */
    prefix: string;
    /** Whose rights it has at most; null: those of the operator at the command line. */
    account_id: string | null;
    created_by: string;
    /** Its only team; null: all of its maker. */
    team_id: string | null;
    /** Its highest role; null: that of its maker. */
    role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner' | null;
    effects: Array<'read' | 'comment' | 'propose' | 'approve' | 'write' | 'delete' | 'admin'>;
    /** The only operations it may perform; null: all that have the effects, but none on members and tokens. */
    operations: Array<string> | null;
    /** null: never. */
    expires_at: string | null;
    /** To the minute; null: never used. */
    last_used_at: string | null;
    /** ISO 8601, UTC. */
    created_at: string;
    /** The token. Shown only now. */
    admin_token: string;
  }>;
  /** Revoke an admin token for good; it stops working at once. */
  revokeAdminToken(
    input: {
      id: string;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
  }>;
  /** A 10-minute token of one tenant for yourself, with which the dashboard opens the editor. */
  createEditorToken(
    input: {
      project_id: string;
      tenant: string;
    },
    options?: CallOptions,
  ): Promise<{
    /** Bearer token for API requests. */
    token: string;
    /** Unix time in seconds. */
    expires_at: number;
    project_id: string;
    tenant: string;
    user?:
      | {
          id: string;
          name: string;
          /** Lower-case hex HMAC-SHA256 with the project’s signing key. */
          signature: string;
        }
      | undefined;
    test_email?:
      | {
          allowed_emails: Array<string>;
          /** Lower-case hex HMAC-SHA256 with the project’s signing key. */
          signature: string;
        }
      | undefined;
  }>;
  /** List API keys, of one team or of all. */
  listApiKeys(
    input?: {
      team_id?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<
    Array<{
      id: string;
      team_id: string;
      name: string;
      /** First characters of the key, to recognize it. */
      prefix: string;
      /** The projects it may access; null: all of the team. */
      project_ids: Array<string> | null;
      /** `read` changes nothing; `comment` also writes, edits and resolves comments; `propose` also proposes changes of templates, which people accept or refuse; `write` may do everything that tools can. */
      mode: 'read' | 'comment' | 'propose' | 'write';
      /** The only tenants it has access to; null: all of its projects. */
      tenants: Array<string> | null;
      /** The only template it has access to; null: all. */
      template_id: string | null;
      /** The only tools it may call; null: all that the mode allows. */
      tools: Array<string> | null;
      /** null: never. */
      expires_at: string | null;
      /** To the minute; null: never used. */
      last_used_at: string | null;
      /** The program that used it last, as it names itself; null: never used. */
      last_used_by: string | null;
      /** ISO 8601, UTC. */
      created_at: string;
    }>
  >;
  /** Create an API key for AI agents, shown once. */
  createApiKey(
    input: {
      name: string;
      /** The first team if left out. */
      team_id?: string | undefined;
      /** All of the team if left out. */
      project_ids?: Array<string> | undefined;
      /** `read` changes nothing; `comment` also writes, edits and resolves comments; `propose` also proposes changes of templates, which people accept or refuse; `write` may do everything that tools can. */
      mode?: 'read' | 'comment' | 'propose' | 'write' | undefined;
      /** The only tenants it has access to, which may not exist yet; all if left out. */
      tenants?: Array<string> | undefined;
      /** The only template it has access to. Needs one project and one tenant. */
      template_id?: string | undefined;
      /** Names of the only tools it may call; all that the mode allows if left out. */
      tools?: Array<string> | undefined;
      /** ISO 8601, in the future: a time, or a date, which is the last day it works (UTC). */
      expires_at?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
    team_id: string;
    name: string;
    /** First characters of the key, to recognize it. */
    prefix: string;
    /** The projects it may access; null: all of the team. */
    project_ids: Array<string> | null;
    /** `read` changes nothing; `comment` also writes, edits and resolves comments; `propose` also proposes changes of templates, which people accept or refuse; `write` may do everything that tools can. */
    mode: 'read' | 'comment' | 'propose' | 'write';
    /** The only tenants it has access to; null: all of its projects. */
    tenants: Array<string> | null;
    /** The only template it has access to; null: all. */
    template_id: string | null;
    /** The only tools it may call; null: all that the mode allows. */
    tools: Array<string> | null;
    /** null: never. */
    expires_at: string | null;
    /** To the minute; null: never used. */
    last_used_at: string | null;
    /** The program that used it last, as it names itself; null: never used. */
    last_used_by: string | null;
    /** ISO 8601, UTC. */
    created_at: string;
    api_key: string;
    /** Address of the tool server. */
    mcp_url: string;
  }>;
  /** Revoke an API key for good. */
  revokeApiKey(
    input: {
      id: string;
    },
    options?: CallOptions,
  ): Promise<void>;
  /** Give an API key a new value, shown once; the old value stops working at once. */
  regenerateApiKey(
    input: {
      id: string;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
    team_id: string;
    name: string;
    /** First characters of the key, to recognize it. */
    prefix: string;
    /** The projects it may access; null: all of the team. */
    project_ids: Array<string> | null;
    /** `read` changes nothing; `comment` also writes, edits and resolves comments; `propose` also proposes changes of templates, which people accept or refuse; `write` may do everything that tools can. */
    mode: 'read' | 'comment' | 'propose' | 'write';
    /** The only tenants it has access to; null: all of its projects. */
    tenants: Array<string> | null;
    /** The only template it has access to; null: all. */
    template_id: string | null;
    /** The only tools it may call; null: all that the mode allows. */
    tools: Array<string> | null;
    /** null: never. */
    expires_at: string | null;
    /** To the minute; null: never used. */
    last_used_at: string | null;
    /** The program that used it last, as it names itself; null: never used. */
    last_used_by: string | null;
    /** ISO 8601, UTC. */
    created_at: string;
    api_key: string;
    /** Address of the tool server. */
    mcp_url: string;
  }>;
  /** List keys of backends, of one project or of all. */
  listServerKeys(
    input?: {
      project_id?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<
    Array<{
      id: string;
      project_id: string;
      name: string;
      /** First characters of the key, to recognize it. */
      prefix: string;
      effects: Array<'read' | 'comment' | 'propose' | 'approve' | 'write' | 'delete' | 'admin'>;
      /** The only operations it may perform; null: all that have the effects. */
      operations: Array<string> | null;
      /** The only tenants it has access to; null: all of the project. */
      tenants: Array<string> | null;
      /** null: never. */
      expires_at: string | null;
      /** To the minute; null: never used. */
      last_used_at: string | null;
      /** ISO 8601, UTC. */
      created_at: string;
    }>
  >;
  /** Create a key for a backend that uses the server API, shown once. */
  createServerKey(
    input: {
      project_id: string;
      name: string;
      /** What its operations may do. */
      effects?: Array<'read' | 'comment' | 'propose' | 'approve' | 'write' | 'delete' | 'admin'> | undefined;
      /** Names of the only operations it may perform; all that have the effects if left out. */
      operations?: Array<string> | undefined;
      /** The only tenants it has access to, which may not exist yet; all if left out. */
      tenants?: Array<string> | undefined;
      /** ISO 8601, in the future: a time, or a date, which is the last day it works (UTC). */
      expires_at?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
    project_id: string;
    name: string;
    /** First characters of the key, to recognize it. */
    prefix: string;
    effects: Array<'read' | 'comment' | 'propose' | 'approve' | 'write' | 'delete' | 'admin'>;
    /** The only operations it may perform; null: all that have the effects. */
    operations: Array<string> | null;
    /** The only tenants it has access to; null: all of the project. */
    tenants: Array<string> | null;
    /** null: never. */
    expires_at: string | null;
    /** To the minute; null: never used. */
    last_used_at: string | null;
    /** ISO 8601, UTC. */
    created_at: string;
    server_key: string;
  }>;
  /** Revoke a key of a backend for good. */
  revokeServerKey(
    input: {
      id: string;
    },
    options?: CallOptions,
  ): Promise<void>;
  /** List the keys that sign access tokens. */
  listTokenKeys(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<
    Array<{
      kid: string;
      /** ISO 8601, UTC. */
      created_at: string;
      /** From then on tokens signed with it are refused; null while it signs new ones. */
      retires_at: string | null;
    }>
  >;
  /** Sign new access tokens with a new key; tokens of the old one live out their 10 minutes. */
  rotateTokenKey(
    input?: {
      /** Refuse tokens of the old key at once. */
      revoke?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    kid: string;
    /** ISO 8601, UTC. */
    created_at: string;
    /** From then on tokens signed with it are refused; null while it signs new ones. */
    retires_at: string | null;
  }>;
  /** What an agent asks for, before you allow it. */
  inspectConnection(
    input: {
      client_id: string;
      redirect_uri: string;
      /** The address of the tool server that the agent wants to use. */
      resource: string;
      response_type?: string | undefined;
      code_challenge?: string | undefined;
      code_challenge_method?: string | undefined;
      scope?: string | undefined;
      state?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    client: {
      /** What the agent calls itself. */
      name: string;
      /** The host that describes the agent, which is known to be its own; null for an agent that has registered itself. */
      host: string | null;
    };
    /** Where your answer is sent. */
    redirect_host: string;
    project: {
      id: string;
      name: string;
    };
    tenant: {
      tenant: string;
      name: string;
    };
    /** What you can allow; the last is what the agent asks for. */
    modes: Array<'read' | 'comment' | 'propose' | 'write'>;
  }>;
  /** Allow an agent to use a tenant in your name, or refuse it. */
  answerConnection(
    input: {
      client_id: string;
      redirect_uri: string;
      /** The address of the tool server that the agent wants to use. */
      resource: string;
      response_type?: string | undefined;
      code_challenge?: string | undefined;
      code_challenge_method?: string | undefined;
      scope?: string | undefined;
      state?: string | undefined;
      /** What the agent may do; null: nothing. */
      mode: 'read' | 'comment' | 'propose' | 'write' | null;
    },
    options?: CallOptions,
  ): Promise<{
    /** Where the browser has to go next. */
    redirect_to: string;
  }>;
  /** List the agents that people have connected: your own, and as an admin those of the team. */
  listGrants(
    input?: {
      project_id?: string | undefined;
      /** Only those of this person. */
      account_id?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<
    Array<{
      id: string;
      /** What the agent calls itself. */
      client: string;
      client_id: string;
      /** `read`; `comment`: also comment; `propose`: also propose changes; `write`: also change and delete. */
      mode: 'read' | 'comment' | 'propose' | 'write';
      account: {
        id: string;
        name: string;
        email: string;
      };
      team_id: string;
      project_id: string;
      /** Name of the project. */
      project: string;
      tenant: string;
      /** ISO 8601, UTC. */
      created_at: string;
      /** To the minute; null: never used. */
      last_used_at: string | null;
      /** Each new token moves it. */
      expires_at: string;
    }>
  >;
  /** Disconnect an agent; its tokens stop working at once. */
  revokeGrant(
    input: {
      id: string;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
  }>;
  /** Send a short test mail to the address of your own account, to try the mail server. */
  sendServerTestEmail(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<{
    recipient: string;
  }>;
  /** List the saved modules of all tenants of a project, the oldest first. */
  listProjectModules(
    input: {
      project_id: string;
      /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
      cursor?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    items: Array<{
      /** The module’s id. */
      id: string;
      /** The tenant that saved it. */
      tenant: string;
      name: string;
      shared: boolean;
      /** ISO 8601, UTC. */
      created_at: string;
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** Share saved modules with all tenants of their project, or end that. */
  shareModules(
    input: {
      project_id: string;
      /** Left out: all of the project. */
      module_ids?: Array<string> | undefined;
      shared: boolean;
    },
    options?: CallOptions,
  ): Promise<{
    project_id: string;
    shared: boolean;
    /** Modules that were not so before. */
    changed: number;
  }>;
  /** List changes in all tenants or one with their actors, newest first. */
  listAllActivity(
    input?: {
      project_id?: string | undefined;
      /** All projects of this team. */
      team_id?: string | undefined;
      /** Needs `project_id`. */
      tenant?: string | undefined;
      template_id?: string | undefined;
      /** Id of the user or API key. */
      actor?: string | undefined;
      /** Such as `comment.created`, or `comment` for all of them. */
      type?: string | undefined;
      /** ISO 8601: a time, or a date, which begins at midnight UTC. */
      since?: string | undefined;
      /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
      cursor?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    items: Array<{
      project_id: string;
      tenant: string;
      tenant_name: string | null;
      id: number;
      /** ISO 8601, UTC. */
      at: string;
      /** Who made the change. If the token names no user, the tenant. */
      actor: {
        /** `user`, `agent` (an API key), `system` (the customer’s backend) or `admin` (the operator). */
        kind: string;
        /** The user’s id, or the API key’s. */
        id: string;
        /** The name at that time. */
        name: string;
      };
      /** `rest`, `server` (the server API), `mcp` (the tool server) or `cli` (`galley mcp`). */
      surface: string;
      /** The kind of change, such as `template.updated` or `comment.created`. */
      type: string;
      /** The template, which may be deleted by now; null: none. */
      template_id: string | null;
      /** The snapshot, comment, module, file or folder; null: the template itself, or several files. */
      subject_id: string | null;
      /** The template’s version after the change; null: unchanged. */
      version: number | null;
      /** A name, a label or the beginning of a comment; null: none, or deleted. */
      summary: string | null;
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** List what was used of the AI provider by day, caller and operation, the latest day first. */
  listAiUsage(
    input?: {
      project_id?: string | undefined;
      /** Needs `project_id`. */
      tenant?: string | undefined;
      /** An API key or a user. */
      actor_id?: string | undefined;
      /** The first day, in UTC. */
      since?: string | undefined;
      /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
      cursor?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    items: Array<{
      /** A day of UTC, such as 2026-12-31. */
      day: string;
      project_id: string;
      tenant: string;
      /** `agent` (an API key), `user` (of the editor) or `system` (the customer’s backend). */
      actor_kind: string;
      /** The key’s id, the signed user’s id, or else the tenant. */
      actor_id: string;
      /** The last name it had that day. */
      actor_name: string;
      /** `generate`, `rewrite`, `suggest`, `fix` or `design`. */
      operation: string;
      /** Requests that reached the provider. */
      calls: number;
      /** Tokens read, as the provider counts; estimated where it does not say. */
      input_tokens: number;
      /** Tokens written, likewise. */
      output_tokens: number;
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** What a project used of the AI provider in the last 30 days, by day and by caller, and its budgets. */
  getAiUsageSummary(
    input: {
      project_id: string;
    },
    options?: CallOptions,
  ): Promise<{
    /** Tokens, read and written, that the project may use in a day (UTC). null: no limit. */
    tokens_per_day: number | null;
    /** The same for one API key or user. null: no limit. */
    tokens_per_day_per_key: number | null;
    /** Each of the last 30 days, the oldest first; the last one is today. */
    days: Array<{
      /** A day of UTC, such as 2026-12-31. */
      day: string;
      /** Requests that reached the provider. */
      calls: number;
      /** Tokens read and written. */
      tokens: number;
    }>;
    /** Those with the most tokens, at most 50. */
    callers: Array<{
      /** `agent`, `user` or `system`. */
      kind: string;
      id: string;
      /** A name that it had. */
      name: string;
      /** In the last 30 days. */
      calls: number;
      /** In the last 30 days. */
      tokens: number;
      /** Today (UTC). */
      tokens_today: number;
    }>;
  }>;
  /** Try whether the configured AI provider answers, streams and makes structured output. */
  checkAiProvider(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<{
    /** Everything the service needs works. */
    ok: boolean;
    provider: string;
    /** The address that was called. */
    base_url: string;
    has_key: boolean;
    models: Array<{
      /** The model that was asked. */
      model: string;
      answered_as: string | null;
      answers: boolean;
      /** It sends the answer bit by bit. */
      streams: boolean;
      /** How it makes JSON: by the schema, by a promise of JSON, because it is asked to, or not at all. */
      structured_output: 'schema' | 'json' | 'prompt' | 'none';
      /** Null: not tried, because it is not the model that is shown pictures. */
      sees_pictures: boolean | null;
      problem: string | null;
    }>;
  }>;
  /** List tool calls by AI agents, newest first. */
  listToolCalls(
    input?: {
      project_id?: string | undefined;
      /** All projects of this team. */
      team_id?: string | undefined;
      /** Needs `project_id`. */
      tenant?: string | undefined;
      key_id?: string | undefined;
      tool?: string | undefined;
      template_id?: string | undefined;
      /** ISO 8601: a time, or a date, which begins at midnight UTC. */
      since?: string | undefined;
      /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
      cursor?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    items: Array<{
      id: number;
      /** ISO 8601, UTC. */
      at: string;
      project_id: string;
      tenant: string;
      tenant_name: string | null;
      /** The API key it came with, which may be revoked by now. */
      key_id: string;
      /** The name of the key at that time. */
      key_name: string;
      /** Name and version the agent’s program gives itself, unverified; null: none. */
      client: string | null;
      tool: string;
      /** The template it was about; null: none. */
      template_id: string | null;
      /** `ok`, an error code, or `unknown_tool`. */
      outcome: string;
      /** The template’s version before it; null unless it changed one. */
      version_before: number | null;
      /** The template’s version after it. */
      version_after: number | null;
      duration_ms: number;
      /** Length of what was answered; null: not known. */
      result_bytes: number | null;
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** List changes by operators, such as projects, keys, plans and tenants; newest first. */
  listAdminActions(
    input?: {
      /** Also one that is deleted. */
      project_id?: string | undefined;
      /** What concerns this team, its members and its projects. */
      team_id?: string | undefined;
      /** Such as `project.renamed`, or `project` for all of them. */
      action?: string | undefined;
      /** ISO 8601: a time, or a date, which begins at midnight UTC. */
      since?: string | undefined;
      /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
      cursor?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    items: Array<{
      id: number;
      /** ISO 8601, UTC. */
      at: string;
      actor: {
        kind: string;
        id: string;
        name: string;
      };
      /** Such as `project.renamed` or `api_key.revoked`. */
      action: string;
      /** The team it was about; null: none. */
      team_id: string | null;
      /** The project it was about, which may be deleted; null: none. */
      project_id: string | null;
      /** The tenant it was about; null: none. */
      tenant: string | null;
      /** What was changed, and how. */
      subject: string | null;
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** List the last backups of the schedule, and when the next is due. */
  listBackups(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<{
    /** null: the settings name none. */
    target: string | null;
    /** null: there is no schedule. */
    next_at: string | null;
    /** null: there is no schedule. */
    status: {
      /** `failing`: the last backup failed, could not be verified, or is overdue. `none`: there was no backup yet. */
      status: 'ok' | 'failing' | 'none';
      last_verified_at: string | null;
    } | null;
    /** The newest first. */
    items: Array<{
      name: string;
      target: string;
      /** `stored`: it was made, but could not be verified. `verified`: it was restored into a scratch directory and compared. `removed`: it was removed because it was old. */
      state: 'running' | 'failed' | 'stored' | 'verified' | 'removed';
      started_at: string;
      finished_at: string | null;
      bytes: number | null;
      error: string | null;
    }>;
  }>;
  /** Make a backup at the target of the settings now, verify it, and remove old ones. */
  runBackup(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<{
    backup: {
      name: string;
      target: string;
      /** `stored`: it was made, but could not be verified. `verified`: it was restored into a scratch directory and compared. `removed`: it was removed because it was old. */
      state: 'running' | 'failed' | 'stored' | 'verified' | 'removed';
      started_at: string;
      finished_at: string | null;
      bytes: number | null;
      error: string | null;
    };
    /** One sentence each. */
    warnings: Array<string>;
    /** Names of old backups that were removed. */
    removed: Array<string>;
  }>;
  /** List exports, imports and erasures of all projects that are under way or ended lately. */
  listAllDataJobs(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<
    Array<{
      id: string;
      project_id: string;
      /** What it does. */
      kind: 'tenant_export' | 'tenant_import' | 'person_export' | 'person_erasure';
      /** `waiting` and `running` jobs go on by themselves after a restart. */
      state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
      /** null: the job is about the whole project. */
      tenant: string | null;
      /** What it does at present, in one word. */
      phase: string;
      /** How much of the phase is done; 1 of 1 when the job is done. */
      done: number;
      /** 0: unknown. */
      total: number;
      /** Counts of what was exported, imported or changed. */
      result: Record<string, number | string> | null;
      /** Why it failed. */
      error: string | null;
      /** Size of the file to download; null without a file. */
      file_bytes: number | null;
      started_by: string;
      created_at: string;
      /** null: it has not ended. */
      finished_at: string | null;
    }>
  >;
  /** What is stored, what was used in the last 12 months, and what needs attention. */
  getOverview(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<{
    version: string;
    projects: number;
    tenants: number;
    templates: number;
    /** Of media and snapshots. */
    storage_bytes: number;
    months: Array<{
      /** In UTC, such as 2026-11. */
      month: string;
      exports: number;
      tool_calls: number;
      ai_tokens: number;
    }>;
    /** What concerns the installation is for its operators only. */
    attention: Array<{
      what:
        | 'no_backup'
        | 'backup_failing'
        | 'certificate_failing'
        | 'certificate_expires'
        | 'demo_open'
        | 'cors_open'
        | 'mail_not_set'
        | 'key_expires'
        | 'proposals_open';
      /** Of the key, or of the tenant with its project. */
      id?: string | undefined;
      /** Of the key, or of the tenant with proposals. */
      name?: string | undefined;
      /** Of the proposals. */
      project_id?: string | undefined;
      /** Of the proposals. */
      tenant?: string | undefined;
      /** How many proposals wait for a decision. */
      count?: number | undefined;
      /** When the key or the certificate expires; when a backup was verified last. */
      at?: string | undefined;
    }>;
  }>;
  /** Delete a project with its tenants, their templates and media, and the API keys of this project alone. */
  deleteProject(
    input: {
      project_id: string;
    },
    options?: CallOptions,
  ): Promise<{
    project_id: string;
    name: string;
    tenants_deleted: number;
    /** API keys that had access to no other project. */
    keys_deleted: number;
  }>;
  /** Verify the database, every stored content, every media file, the search index and every counter. */
  checkIntegrity(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<{
    ok: boolean;
    contents_checked: number;
    files_checked: number;
    /** Templates and comments whose search index was compared. */
    search_entries_checked: number;
    /** Those that are not indexed yet. */
    search_entries_pending: number;
    /** Media files that no row refers to. */
    orphaned_files: number;
    /** Their keys: paths below media/files. The first 100. */
    orphans: Array<string>;
    /** Media files in the quarantine. */
    quarantined_files: number;
    /** Their keys there: paths below media/files. The first 100. */
    quarantine: Array<string>;
    /** One sentence per fault. */
    faults: Array<string>;
  }>;
  /** Check the settings, data directory, disk, bucket, Redis, other servers, base URL, proxy, mail server, language model and backups of this server. */
  diagnoseInstance(
    input?: {
      /** Whether this process answers requests; without that, the base URL is not checked. */
      is_serving?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    /** There are no faults; there may be warnings. */
    ok: boolean;
    checks: Array<{
      /** What was checked, such as `disk` or `base_url`. */
      check: string;
      status: 'ok' | 'warning' | 'fault';
      /** What was found, and what to do about it. */
      message: string;
    }>;
  }>;
  /** How many tenants and templates each project of your teams has, and what they store. */
  listProjectCounts(
    input?: {
      team_id?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<
    Array<{
      project_id: string;
      tenants: number;
      templates: number;
      /** Media and snapshots. */
      storage_bytes: number;
    }>
  >;
  /** List the templates of all tenants of your teams, of a project or of a tenant, the newest first. */
  listAllTemplates(
    input?: {
      project_id?: string | undefined;
      /** Only of tenants with this identifier. */
      tenant?: string | undefined;
      /** Text that the name contains. */
      search?: string | undefined;
      /** Archived ones instead of the others. */
      archived?: boolean | undefined;
      /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
      cursor?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    items: Array<{
      project_id: string;
      project_name: string;
      tenant: string;
      tenant_name: string | null;
      id: string;
      name: string | null;
      version: number;
      /** Its last score; null: none. */
      score: number | null;
      /** ISO 8601, UTC. */
      created_at: string;
      /** ISO 8601, UTC. */
      updated_at: string;
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** List the settings of this server with their values; those of secrets are left out. */
  listSettings(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<
    Array<{
      name: string;
      /** The environment variable that sets it. */
      variable: string;
      description: string;
      /** null for a secret. */
      value: unknown;
      is_secret: boolean;
      /** It differs from its default. */
      is_changed: boolean;
      /** The flag or environment variable that gives the value; null: it is the default. */
      source: string | null;
    }>
  >;
  /** List log lines of the last hour, the newest first; secrets are left out. */
  listLogs(
    input?: {
      /** The least severe level. */
      level?: 'debug' | 'info' | 'warn' | 'error' | undefined;
      /** Text that a line contains. */
      search?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<
    Array<{
      at: string;
      level: string;
      message: string;
      facts: Record<string, unknown>;
    }>
  >;
  /** List the tenants of a project. */
  listTenants(
    input: {
      project_id: string;
      /** Text that the identifier or the shown name contains. Upper and lower case of A-Z are the same. */
      search?: string | undefined;
      /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
      cursor?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    items: Array<{
      /** The customer’s identifier. */
      tenant: string;
      /** The name people read; null: none. */
      name: string | null;
      /** Absent if it is that of the project. */
      plan?: string | undefined;
      suspended: 'read_only' | 'blocked' | null;
      template_count: number;
      /** Of media and snapshots. */
      storage_bytes: number;
      /** ISO 8601, UTC. */
      created_at: string;
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** Create a tenant, which its first token would do too. */
  createTenant(
    input: {
      project_id: string;
      tenant: string;
      /** The name people read; null: none. */
      name?: string | null | undefined;
      /** null: that of the project. */
      plan?: string | null | undefined;
      /** The whole brand; fields it does not have are those of the project; null: all are. */
      brand?: Record<string, unknown> | null | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    /** The customer’s identifier. */
    tenant: string;
    /** The name people read; null: none. */
    name: string | null;
    /** Absent if it is that of the project. */
    plan?: string | undefined;
    suspended: 'read_only' | 'blocked' | null;
    template_count: number;
    /** Of media and snapshots. */
    storage_bytes: number;
    /** ISO 8601, UTC. */
    created_at: string;
  }>;
  /** A tenant of a project. */
  getTenant(
    input: {
      project_id: string;
      tenant: string;
    },
    options?: CallOptions,
  ): Promise<{
    /** The customer’s identifier. */
    tenant: string;
    /** The name people read; null: none. */
    name: string | null;
    /** Absent if it is that of the project. */
    plan?: string | undefined;
    suspended: 'read_only' | 'blocked' | null;
    template_count: number;
    /** Of media and snapshots. */
    storage_bytes: number;
    /** ISO 8601, UTC. */
    created_at: string;
  }>;
  /** Give a tenant another shown name, plan or brand, suspend it, or end its suspension. */
  updateTenant(
    input: {
      project_id: string;
      tenant: string;
      /** The name people read; null: none. */
      name?: string | null | undefined;
      /** null: that of the project. */
      plan?: string | null | undefined;
      /** The whole brand; fields it does not have are those of the project; null: all are. */
      brand?: Record<string, unknown> | null | undefined;
      /** null: not suspended. */
      suspended?: 'read_only' | 'blocked' | null | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    /** The customer’s identifier. */
    tenant: string;
    /** The name people read; null: none. */
    name: string | null;
    /** Absent if it is that of the project. */
    plan?: string | undefined;
    suspended: 'read_only' | 'blocked' | null;
    template_count: number;
    /** Of media and snapshots. */
    storage_bytes: number;
    /** ISO 8601, UTC. */
    created_at: string;
  }>;
  /** Move a tenant with everything it has stored to the trash, or delete it for good. */
  deleteTenant(
    input: {
      project_id: string;
      tenant: string;
      /** For good, at once. Without such a tenant: those in the trash. */
      now?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    project_id: string;
    tenant: string;
    /** When it is deleted for good; null: it is already. */
    purge_at: string | null;
  }>;
  /** List the tenants of a project that are in the trash. */
  listDeletedTenants(
    input: {
      project_id: string;
      /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
      cursor?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    items: Array<{
      /** The customer’s identifier. */
      tenant: string;
      /** The name people read; null: none. */
      name: string | null;
      /** Absent if it is that of the project. */
      plan?: string | undefined;
      suspended: 'read_only' | 'blocked' | null;
      template_count: number;
      /** Of media and snapshots. */
      storage_bytes: number;
      /** ISO 8601, UTC. */
      created_at: string;
      /** Tells tenants of one identifier apart that were deleted one after another. */
      id: number;
      /** ISO 8601, UTC. */
      deleted_at: string;
      /** When it is deleted for good; ISO 8601, UTC. */
      purge_at: string;
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** Take a tenant out of the trash, with everything it had. */
  restoreTenant(
    input: {
      project_id: string;
      tenant: string;
      /** Which of several of this identifier; left out: the one deleted last. */
      id?: number | undefined;
      /** Another identifier, where its own is taken. */
      as?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    /** The customer’s identifier. */
    tenant: string;
    /** The name people read; null: none. */
    name: string | null;
    /** Absent if it is that of the project. */
    plan?: string | undefined;
    suspended: 'read_only' | 'blocked' | null;
    template_count: number;
    /** Of media and snapshots. */
    storage_bytes: number;
    /** ISO 8601, UTC. */
    created_at: string;
  }>;
  /** The plan of a tenant, with its own features and limits. */
  getTenantPlan(
    input: {
      project_id: string;
      tenant: string;
    },
    options?: CallOptions,
  ): Promise<{
    project_id: string;
    tenant: string;
    /** null: that of the project. */
    plan: string | null;
    change: {
      features?:
        | {
            /** The tool server for AI agents. */
            mcp_server?: boolean | undefined;
            /** Generation, scoring and rewriting. */
            ai_generation?: boolean | undefined;
            /** Comments on templates. */
            commenting?: boolean | undefined;
            /** Folders in the media library. */
            media_folders?: boolean | undefined;
            /** Folders of templates. */
            template_folders?: boolean | undefined;
            /** Importing media files from a URL. */
            import_from_url?: boolean | undefined;
            /** Several people in one template at once. */
            collaboration?: boolean | undefined;
            /** Blocks saved for reuse. */
            saved_modules?: boolean | undefined;
            /** Sending a test mail. */
            test_email?: boolean | undefined;
            /** The editor saves snapshots by itself. */
            auto_save?: boolean | undefined;
            /** Web fonts of the project. */
            custom_fonts?: boolean | undefined;
            /** Block types of the project. */
            custom_blocks?: boolean | undefined;
            /** Colors and fonts of the editor. */
            theme_customization?: boolean | undefined;
            /** The editor without its maker’s name. */
            white_label?: boolean | undefined;
            /** Blocks of raw HTML. */
            html_block?: boolean | undefined;
            /** MJML beside HTML in exports. */
            export_mjml?: boolean | undefined;
            /** The API without the editor. */
            headless_sdk?: boolean | undefined;
            /** A media library of the host page. */
            pluggable_media?: boolean | undefined;
          }
        | undefined;
      limits?:
        | {
            /** Templates per tenant. null: no limit. */
            max_templates?: number | null | undefined;
            /** Bytes of media and snapshots per tenant. null: no limit. */
            storage_limit_bytes?: number | null | undefined;
            /** Exports of templates per tenant and month. null: no limit. */
            max_exports_per_month?: number | null | undefined;
            /** Tokens of the AI model per tenant and month. null: no limit. */
            max_ai_tokens_per_month?: number | null | undefined;
            /** Tool calls of agents per tenant and month. null: no limit. */
            max_tool_calls_per_month?: number | null | undefined;
            /** From here on the tenant is warned about max_templates. Left out: from 80 % of it on. null: no limit. */
            soft_templates?: number | null | undefined;
            /** From here on the tenant is warned about storage_limit_bytes. Left out: from 80 % of it on. null: no limit. */
            soft_storage_bytes?: number | null | undefined;
            /** From here on the tenant is warned about max_exports_per_month. Left out: from 80 % of it on. null: no limit. */
            soft_exports_per_month?: number | null | undefined;
            /** From here on the tenant is warned about max_ai_tokens_per_month. Left out: from 80 % of it on. null: no limit. */
            soft_ai_tokens_per_month?: number | null | undefined;
            /** From here on the tenant is warned about max_tool_calls_per_month. Left out: from 80 % of it on. null: no limit. */
            soft_tool_calls_per_month?: number | null | undefined;
            /** Snapshots per template that are kept, without the automatic ones. null: no limit. */
            max_snapshots?: number | null | undefined;
            /** Bytes of one media file. */
            max_file_size_bytes?: number | undefined;
            /** Kinds of media files that are accepted. */
            media_categories?: Array<string> | undefined;
          }
        | undefined;
    };
    effective: {
      name: string;
      features: {
        /** The tool server for AI agents. */
        mcp_server: boolean;
        /** Generation, scoring and rewriting. */
        ai_generation: boolean;
        /** Comments on templates. */
        commenting: boolean;
        /** Folders in the media library. */
        media_folders: boolean;
        /** Folders of templates. */
        template_folders: boolean;
        /** Importing media files from a URL. */
        import_from_url: boolean;
        /** Several people in one template at once. */
        collaboration: boolean;
        /** Blocks saved for reuse. */
        saved_modules: boolean;
        /** Sending a test mail. */
        test_email: boolean;
        /** The editor saves snapshots by itself. */
        auto_save: boolean;
        /** Web fonts of the project. */
        custom_fonts: boolean;
        /** Block types of the project. */
        custom_blocks: boolean;
        /** Colors and fonts of the editor. */
        theme_customization: boolean;
        /** The editor without its maker’s name. */
        white_label: boolean;
        /** Blocks of raw HTML. */
        html_block: boolean;
        /** MJML beside HTML in exports. */
        export_mjml: boolean;
        /** The API without the editor. */
        headless_sdk: boolean;
        /** A media library of the host page. */
        pluggable_media: boolean;
      };
      limits: {
        /** Templates per tenant. null: no limit. */
        max_templates: number | null;
        /** Bytes of media and snapshots per tenant. null: no limit. */
        storage_limit_bytes: number | null;
        /** Exports of templates per tenant and month. null: no limit. */
        max_exports_per_month: number | null;
        /** Tokens of the AI model per tenant and month. null: no limit. */
        max_ai_tokens_per_month: number | null;
        /** Tool calls of agents per tenant and month. null: no limit. */
        max_tool_calls_per_month: number | null;
        /** From here on the tenant is warned about max_templates. Left out: from 80 % of it on. null: no limit. */
        soft_templates?: number | null | undefined;
        /** From here on the tenant is warned about storage_limit_bytes. Left out: from 80 % of it on. null: no limit. */
        soft_storage_bytes?: number | null | undefined;
        /** From here on the tenant is warned about max_exports_per_month. Left out: from 80 % of it on. null: no limit. */
        soft_exports_per_month?: number | null | undefined;
        /** From here on the tenant is warned about max_ai_tokens_per_month. Left out: from 80 % of it on. null: no limit. */
        soft_ai_tokens_per_month?: number | null | undefined;
        /** From here on the tenant is warned about max_tool_calls_per_month. Left out: from 80 % of it on. null: no limit. */
        soft_tool_calls_per_month?: number | null | undefined;
        /** Snapshots per template that are kept, without the automatic ones. null: no limit. */
        max_snapshots: number | null;
        /** Bytes of one media file. */
        max_file_size_bytes: number;
        /** Kinds of media files that are accepted. */
        media_categories: Array<string>;
      };
    };
  }>;
  /** Give a tenant a plan, features or limits of its own, or those of its project again. */
  setTenantPlan(
    input: {
      project_id: string;
      tenant: string;
      /** null: that of the project. */
      plan?: string | null | undefined;
      /** All features and limits that differ from the plan; null: none. */
      change?:
        | {
            features?:
              | {
                  /** The tool server for AI agents. */
                  mcp_server?: boolean | undefined;
                  /** Generation, scoring and rewriting. */
                  ai_generation?: boolean | undefined;
                  /** Comments on templates. */
                  commenting?: boolean | undefined;
                  /** Folders in the media library. */
                  media_folders?: boolean | undefined;
                  /** Folders of templates. */
                  template_folders?: boolean | undefined;
                  /** Importing media files from a URL. */
                  import_from_url?: boolean | undefined;
                  /** Several people in one template at once. */
                  collaboration?: boolean | undefined;
                  /** Blocks saved for reuse. */
                  saved_modules?: boolean | undefined;
                  /** Sending a test mail. */
                  test_email?: boolean | undefined;
                  /** The editor saves snapshots by itself. */
                  auto_save?: boolean | undefined;
                  /** Web fonts of the project. */
                  custom_fonts?: boolean | undefined;
                  /** Block types of the project. */
                  custom_blocks?: boolean | undefined;
                  /** Colors and fonts of the editor. */
                  theme_customization?: boolean | undefined;
                  /** The editor without its maker’s name. */
                  white_label?: boolean | undefined;
                  /** Blocks of raw HTML. */
                  html_block?: boolean | undefined;
                  /** MJML beside HTML in exports. */
                  export_mjml?: boolean | undefined;
                  /** The API without the editor. */
                  headless_sdk?: boolean | undefined;
                  /** A media library of the host page. */
                  pluggable_media?: boolean | undefined;
                }
              | undefined;
            limits?:
              | {
                  /** Templates per tenant. null: no limit. */
                  max_templates?: number | null | undefined;
                  /** Bytes of media and snapshots per tenant. null: no limit. */
                  storage_limit_bytes?: number | null | undefined;
                  /** Exports of templates per tenant and month. null: no limit. */
                  max_exports_per_month?: number | null | undefined;
                  /** Tokens of the AI model per tenant and month. null: no limit. */
                  max_ai_tokens_per_month?: number | null | undefined;
                  /** Tool calls of agents per tenant and month. null: no limit. */
                  max_tool_calls_per_month?: number | null | undefined;
                  /** From here on the tenant is warned about max_templates. Left out: from 80 % of it on. null: no limit. */
                  soft_templates?: number | null | undefined;
                  /** From here on the tenant is warned about storage_limit_bytes. Left out: from 80 % of it on. null: no limit. */
                  soft_storage_bytes?: number | null | undefined;
                  /** From here on the tenant is warned about max_exports_per_month. Left out: from 80 % of it on. null: no limit. */
                  soft_exports_per_month?: number | null | undefined;
                  /** From here on the tenant is warned about max_ai_tokens_per_month. Left out: from 80 % of it on. null: no limit. */
                  soft_ai_tokens_per_month?: number | null | undefined;
                  /** From here on the tenant is warned about max_tool_calls_per_month. Left out: from 80 % of it on. null: no limit. */
                  soft_tool_calls_per_month?: number | null | undefined;
                  /** Snapshots per template that are kept, without the automatic ones. null: no limit. */
                  max_snapshots?: number | null | undefined;
                  /** Bytes of one media file. */
                  max_file_size_bytes?: number | undefined;
                  /** Kinds of media files that are accepted. */
                  media_categories?: Array<string> | undefined;
                }
              | undefined;
          }
        | null
        | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    project_id: string;
    tenant: string;
    /** null: that of the project. */
    plan: string | null;
    change: {
      features?:
        | {
            /** The tool server for AI agents. */
            mcp_server?: boolean | undefined;
            /** Generation, scoring and rewriting. */
            ai_generation?: boolean | undefined;
            /** Comments on templates. */
            commenting?: boolean | undefined;
            /** Folders in the media library. */
            media_folders?: boolean | undefined;
            /** Folders of templates. */
            template_folders?: boolean | undefined;
            /** Importing media files from a URL. */
            import_from_url?: boolean | undefined;
            /** Several people in one template at once. */
            collaboration?: boolean | undefined;
            /** Blocks saved for reuse. */
            saved_modules?: boolean | undefined;
            /** Sending a test mail. */
            test_email?: boolean | undefined;
            /** The editor saves snapshots by itself. */
            auto_save?: boolean | undefined;
            /** Web fonts of the project. */
            custom_fonts?: boolean | undefined;
            /** Block types of the project. */
            custom_blocks?: boolean | undefined;
            /** Colors and fonts of the editor. */
            theme_customization?: boolean | undefined;
            /** The editor without its maker’s name. */
            white_label?: boolean | undefined;
            /** Blocks of raw HTML. */
            html_block?: boolean | undefined;
            /** MJML beside HTML in exports. */
            export_mjml?: boolean | undefined;
            /** The API without the editor. */
            headless_sdk?: boolean | undefined;
            /** A media library of the host page. */
            pluggable_media?: boolean | undefined;
          }
        | undefined;
      limits?:
        | {
            /** Templates per tenant. null: no limit. */
            max_templates?: number | null | undefined;
            /** Bytes of media and snapshots per tenant. null: no limit. */
            storage_limit_bytes?: number | null | undefined;
            /** Exports of templates per tenant and month. null: no limit. */
            max_exports_per_month?: number | null | undefined;
            /** Tokens of the AI model per tenant and month. null: no limit. */
            max_ai_tokens_per_month?: number | null | undefined;
            /** Tool calls of agents per tenant and month. null: no limit. */
            max_tool_calls_per_month?: number | null | undefined;
            /** From here on the tenant is warned about max_templates. Left out: from 80 % of it on. null: no limit. */
            soft_templates?: number | null | undefined;
            /** From here on the tenant is warned about storage_limit_bytes. Left out: from 80 % of it on. null: no limit. */
            soft_storage_bytes?: number | null | undefined;
            /** From here on the tenant is warned about max_exports_per_month. Left out: from 80 % of it on. null: no limit. */
            soft_exports_per_month?: number | null | undefined;
            /** From here on the tenant is warned about max_ai_tokens_per_month. Left out: from 80 % of it on. null: no limit. */
            soft_ai_tokens_per_month?: number | null | undefined;
            /** From here on the tenant is warned about max_tool_calls_per_month. Left out: from 80 % of it on. null: no limit. */
            soft_tool_calls_per_month?: number | null | undefined;
            /** Snapshots per template that are kept, without the automatic ones. null: no limit. */
            max_snapshots?: number | null | undefined;
            /** Bytes of one media file. */
            max_file_size_bytes?: number | undefined;
            /** Kinds of media files that are accepted. */
            media_categories?: Array<string> | undefined;
          }
        | undefined;
    };
    effective: {
      name: string;
      features: {
        /** The tool server for AI agents. */
        mcp_server: boolean;
        /** Generation, scoring and rewriting. */
        ai_generation: boolean;
        /** Comments on templates. */
        commenting: boolean;
        /** Folders in the media library. */
        media_folders: boolean;
        /** Folders of templates. */
        template_folders: boolean;
        /** Importing media files from a URL. */
        import_from_url: boolean;
        /** Several people in one template at once. */
        collaboration: boolean;
        /** Blocks saved for reuse. */
        saved_modules: boolean;
        /** Sending a test mail. */
        test_email: boolean;
        /** The editor saves snapshots by itself. */
        auto_save: boolean;
        /** Web fonts of the project. */
        custom_fonts: boolean;
        /** Block types of the project. */
        custom_blocks: boolean;
        /** Colors and fonts of the editor. */
        theme_customization: boolean;
        /** The editor without its maker’s name. */
        white_label: boolean;
        /** Blocks of raw HTML. */
        html_block: boolean;
        /** MJML beside HTML in exports. */
        export_mjml: boolean;
        /** The API without the editor. */
        headless_sdk: boolean;
        /** A media library of the host page. */
        pluggable_media: boolean;
      };
      limits: {
        /** Templates per tenant. null: no limit. */
        max_templates: number | null;
        /** Bytes of media and snapshots per tenant. null: no limit. */
        storage_limit_bytes: number | null;
        /** Exports of templates per tenant and month. null: no limit. */
        max_exports_per_month: number | null;
        /** Tokens of the AI model per tenant and month. null: no limit. */
        max_ai_tokens_per_month: number | null;
        /** Tool calls of agents per tenant and month. null: no limit. */
        max_tool_calls_per_month: number | null;
        /** From here on the tenant is warned about max_templates. Left out: from 80 % of it on. null: no limit. */
        soft_templates?: number | null | undefined;
        /** From here on the tenant is warned about storage_limit_bytes. Left out: from 80 % of it on. null: no limit. */
        soft_storage_bytes?: number | null | undefined;
        /** From here on the tenant is warned about max_exports_per_month. Left out: from 80 % of it on. null: no limit. */
        soft_exports_per_month?: number | null | undefined;
        /** From here on the tenant is warned about max_ai_tokens_per_month. Left out: from 80 % of it on. null: no limit. */
        soft_ai_tokens_per_month?: number | null | undefined;
        /** From here on the tenant is warned about max_tool_calls_per_month. Left out: from 80 % of it on. null: no limit. */
        soft_tool_calls_per_month?: number | null | undefined;
        /** Snapshots per template that are kept, without the automatic ones. null: no limit. */
        max_snapshots: number | null;
        /** Bytes of one media file. */
        max_file_size_bytes: number;
        /** Kinds of media files that are accepted. */
        media_categories: Array<string>;
      };
    };
  }>;
  /** Start an export of everything a tenant has, to a zip file. */
  exportTenant(
    input: {
      project_id: string;
      tenant: string;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
    project_id: string;
    /** What it does. */
    kind: 'tenant_export' | 'tenant_import' | 'person_export' | 'person_erasure';
    /** `waiting` and `running` jobs go on by themselves after a restart. */
    state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
    /** null: the job is about the whole project. */
    tenant: string | null;
    /** What it does at present, in one word. */
    phase: string;
    /** How much of the phase is done; 1 of 1 when the job is done. */
    done: number;
    /** 0: unknown. */
    total: number;
    /** Counts of what was exported, imported or changed. */
    result: Record<string, number | string> | null;
    /** Why it failed. */
    error: string | null;
    /** Size of the file to download; null without a file. */
    file_bytes: number | null;
    started_by: string;
    created_at: string;
    /** null: it has not ended. */
    finished_at: string | null;
  }>;
  /** Start to import an exported tenant into a project, as a tenant that is new or empty. */
  importTenant(
    input: {
      project_id: string;
      /** Identifier of the new tenant; left out: that of the exported one. */
      tenant?: string | undefined;
      /** The file. */
      file: Blob;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
    project_id: string;
    /** What it does. */
    kind: 'tenant_export' | 'tenant_import' | 'person_export' | 'person_erasure';
    /** `waiting` and `running` jobs go on by themselves after a restart. */
    state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
    /** null: the job is about the whole project. */
    tenant: string | null;
    /** What it does at present, in one word. */
    phase: string;
    /** How much of the phase is done; 1 of 1 when the job is done. */
    done: number;
    /** 0: unknown. */
    total: number;
    /** Counts of what was exported, imported or changed. */
    result: Record<string, number | string> | null;
    /** Why it failed. */
    error: string | null;
    /** Size of the file to download; null without a file. */
    file_bytes: number | null;
    started_by: string;
    created_at: string;
    /** null: it has not ended. */
    finished_at: string | null;
  }>;
  /** Delete a tenant for good with all traces of its contents, also from the trash, exports and the audit. */
  eraseTenant(
    input: {
      project_id: string;
      tenant: string;
    },
    options?: CallOptions,
  ): Promise<{
    project_id: string;
    tenant: string;
    /** Tenants of this identifier: with those in the trash. */
    erased: number;
  }>;
  /** Start an export of everything that names a user, in all tenants of a project. */
  exportPerson(
    input: {
      project_id: string;
      /** The id of the user as your backend sends it with the token request. */
      user_id: string;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
    project_id: string;
    /** What it does. */
    kind: 'tenant_export' | 'tenant_import' | 'person_export' | 'person_erasure';
    /** `waiting` and `running` jobs go on by themselves after a restart. */
    state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
    /** null: the job is about the whole project. */
    tenant: string | null;
    /** What it does at present, in one word. */
    phase: string;
    /** How much of the phase is done; 1 of 1 when the job is done. */
    done: number;
    /** 0: unknown. */
    total: number;
    /** Counts of what was exported, imported or changed. */
    result: Record<string, number | string> | null;
    /** Why it failed. */
    error: string | null;
    /** Size of the file to download; null without a file. */
    file_bytes: number | null;
    started_by: string;
    created_at: string;
    /** null: it has not ended. */
    finished_at: string | null;
  }>;
  /** Start to replace a user by a pseudonym, in all tenants of a project. */
  erasePerson(
    input: {
      project_id: string;
      /** The id of the user as your backend sends it with the token request. */
      user_id: string;
      /** `keep`: under the pseudonym. `remove`: their texts are deleted. */
      comments?: 'keep' | 'remove' | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
    project_id: string;
    /** What it does. */
    kind: 'tenant_export' | 'tenant_import' | 'person_export' | 'person_erasure';
    /** `waiting` and `running` jobs go on by themselves after a restart. */
    state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
    /** null: the job is about the whole project. */
    tenant: string | null;
    /** What it does at present, in one word. */
    phase: string;
    /** How much of the phase is done; 1 of 1 when the job is done. */
    done: number;
    /** 0: unknown. */
    total: number;
    /** Counts of what was exported, imported or changed. */
    result: Record<string, number | string> | null;
    /** Why it failed. */
    error: string | null;
    /** Size of the file to download; null without a file. */
    file_bytes: number | null;
    started_by: string;
    created_at: string;
    /** null: it has not ended. */
    finished_at: string | null;
  }>;
  /** List exports, imports and erasures of a project that are under way or ended lately. */
  listDataJobs(
    input: {
      project_id: string;
      tenant?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<
    Array<{
      id: string;
      project_id: string;
      /** What it does. */
      kind: 'tenant_export' | 'tenant_import' | 'person_export' | 'person_erasure';
      /** `waiting` and `running` jobs go on by themselves after a restart. */
      state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
      /** null: the job is about the whole project. */
      tenant: string | null;
      /** What it does at present, in one word. */
      phase: string;
      /** How much of the phase is done; 1 of 1 when the job is done. */
      done: number;
      /** 0: unknown. */
      total: number;
      /** Counts of what was exported, imported or changed. */
      result: Record<string, number | string> | null;
      /** Why it failed. */
      error: string | null;
      /** Size of the file to download; null without a file. */
      file_bytes: number | null;
      started_by: string;
      created_at: string;
      /** null: it has not ended. */
      finished_at: string | null;
    }>
  >;
  /** How far an export, import or erasure is. */
  getDataJob(
    input: {
      project_id: string;
      job_id: string;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
    project_id: string;
    /** What it does. */
    kind: 'tenant_export' | 'tenant_import' | 'person_export' | 'person_erasure';
    /** `waiting` and `running` jobs go on by themselves after a restart. */
    state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
    /** null: the job is about the whole project. */
    tenant: string | null;
    /** What it does at present, in one word. */
    phase: string;
    /** How much of the phase is done; 1 of 1 when the job is done. */
    done: number;
    /** 0: unknown. */
    total: number;
    /** Counts of what was exported, imported or changed. */
    result: Record<string, number | string> | null;
    /** Why it failed. */
    error: string | null;
    /** Size of the file to download; null without a file. */
    file_bytes: number | null;
    started_by: string;
    created_at: string;
    /** null: it has not ended. */
    finished_at: string | null;
  }>;
  /** End an export, import or erasure that is under way. */
  cancelDataJob(
    input: {
      project_id: string;
      job_id: string;
    },
    options?: CallOptions,
  ): Promise<{
    id: string;
    project_id: string;
    /** What it does. */
    kind: 'tenant_export' | 'tenant_import' | 'person_export' | 'person_erasure';
    /** `waiting` and `running` jobs go on by themselves after a restart. */
    state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
    /** null: the job is about the whole project. */
    tenant: string | null;
    /** What it does at present, in one word. */
    phase: string;
    /** How much of the phase is done; 1 of 1 when the job is done. */
    done: number;
    /** 0: unknown. */
    total: number;
    /** Counts of what was exported, imported or changed. */
    result: Record<string, number | string> | null;
    /** Why it failed. */
    error: string | null;
    /** Size of the file to download; null without a file. */
    file_bytes: number | null;
    started_by: string;
    created_at: string;
    /** null: it has not ended. */
    finished_at: string | null;
  }>;
  /** Download the file of an export. */
  downloadDataFile(
    input: {
      project_id: string;
      job_id: string;
    },
    options?: CallOptions,
  ): Promise<string>;
}

/** Method, form of the answer, path below `/api/v1/admin/`, `retry` if it may be sent again, `form` for a file. */
export const ADMIN_OPERATIONS = {
  listDailyUsage: 'GET items daily-usage retry',
  listTeams: 'GET items teams retry',
  createTeam: 'POST data teams',
  renameTeam: 'PATCH data teams/:team_id',
  listProjects: 'GET items projects retry',
  createProject: 'POST data projects',
  renameProject: 'PATCH data projects/:project_id',
  listPlans: 'GET items plans retry',
  setProjectPlan: 'PUT data projects/:project_id/plan retry',
  suspendProject: 'PUT data projects/:project_id/suspension retry',
  rotateClientSecret: 'POST data projects/:project_id/rotate-secret',
  rotateSigningKey: 'POST data projects/:project_id/rotate-signing-key',
  getBrand: 'GET data projects/:project_id/brand retry',
  setBrand: 'PUT data projects/:project_id/brand retry',
  listProjectOrigins: 'GET data projects/:project_id/origins retry',
  addProjectOrigin: 'POST data projects/:project_id/origins',
  removeProjectOrigin: 'DELETE data projects/:project_id/origins retry',
  moveTenant: 'POST data projects/:project_id/tenants/:tenant/move',
  getMe: 'GET data me retry',
  listMembers: 'GET page teams/:team_id/members retry',
  setMemberRole: 'PUT data teams/:team_id/members/:account_id/role retry',
  removeMember: 'DELETE data teams/:team_id/members/:account_id retry',
  leaveTeam: 'POST data teams/:team_id/leave',
  listTeamInvitations: 'GET items teams/:team_id/invitations retry',
  inviteMember: 'POST data teams/:team_id/invitations',
  revokeInvitation: 'DELETE data teams/:team_id/invitations/:id retry',
  listAdminTokens: 'GET items admin-tokens retry',
  createAdminToken: 'POST data admin-tokens',
  revokeAdminToken: 'DELETE data admin-tokens/:id retry',
  createEditorToken: 'POST bare projects/:project_id/tenants/:tenant/editor-token',
  listApiKeys: 'GET items keys retry',
  createApiKey: 'POST data keys',
  revokeApiKey: 'DELETE nothing keys/:id retry',
  regenerateApiKey: 'POST data keys/:id/regenerate',
  listServerKeys: 'GET items projects/:project_id/server-keys retry',
  createServerKey: 'POST data projects/:project_id/server-keys',
  revokeServerKey: 'DELETE nothing server-keys/:id retry',
  listTokenKeys: 'GET items token-keys retry',
  rotateTokenKey: 'POST data token-keys/rotate',
  inspectConnection: 'POST data agent-connections/inspect retry',
  answerConnection: 'POST data agent-connections',
  listGrants: 'GET items grants retry',
  revokeGrant: 'DELETE data grants/:id retry',
  sendServerTestEmail: 'POST data mail/test retry',
  listProjectModules: 'GET page projects/:project_id/modules retry',
  shareModules: 'POST data projects/:project_id/modules/share',
  listAllActivity: 'GET page activity retry',
  listAiUsage: 'GET page ai/usage retry',
  getAiUsageSummary: 'GET data ai/usage-summary retry',
  checkAiProvider: 'POST data ai/check retry',
  listToolCalls: 'GET page tool-calls retry',
  listAdminActions: 'GET page actions retry',
  listBackups: 'GET list backups retry',
  runBackup: 'POST data backups/run',
  listAllDataJobs: 'GET items data-jobs retry',
  getOverview: 'GET data overview retry',
  deleteProject: 'DELETE data projects/:project_id retry',
  checkIntegrity: 'POST data check retry',
  diagnoseInstance: 'POST data diagnosis retry',
  listProjectCounts: 'GET items project-counts retry',
  listAllTemplates: 'GET page templates retry',
  listSettings: 'GET items settings retry',
  listLogs: 'GET items logs retry',
  listTenants: 'GET page projects/:project_id/tenants retry',
  createTenant: 'POST data projects/:project_id/tenants',
  getTenant: 'GET data projects/:project_id/tenants/:tenant retry',
  updateTenant: 'PATCH data projects/:project_id/tenants/:tenant',
  deleteTenant: 'DELETE data projects/:project_id/tenants/:tenant retry',
  listDeletedTenants: 'GET page projects/:project_id/deleted-tenants retry',
  restoreTenant: 'POST data projects/:project_id/deleted-tenants/:tenant/restore',
  getTenantPlan: 'GET data projects/:project_id/tenants/:tenant/plan retry',
  setTenantPlan: 'PUT data projects/:project_id/tenants/:tenant/plan retry',
  exportTenant: 'POST data projects/:project_id/tenants/:tenant/export',
  importTenant: 'POST data projects/:project_id/tenants/import form',
  eraseTenant: 'POST data projects/:project_id/tenants/:tenant/erase',
  exportPerson: 'POST data projects/:project_id/users/:user_id/export',
  erasePerson: 'POST data projects/:project_id/users/:user_id/erase',
  listDataJobs: 'GET items projects/:project_id/data-jobs retry',
  getDataJob: 'GET data projects/:project_id/data-jobs/:job_id retry',
  cancelDataJob: 'POST data projects/:project_id/data-jobs/:job_id/cancel',
  downloadDataFile: 'GET file projects/:project_id/data-jobs/:job_id/file retry',
} satisfies Record<keyof AdminApi, string>;
