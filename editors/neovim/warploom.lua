-- Warploom's language server for Neovim 0.7 and newer.
--
--   vim.cmd.luafile('…/editors/neovim/warploom.lua')    or a copy of it in plugin/
--
-- vim.g.warploom_command, a list, replaces { 'warploom', 'lsp' }.

local function root_of(file)
  local found = vim.fn.findfile('warploom.toml', vim.fn.fnamemodify(file, ':p:h') .. ';')
  if found == '' then
    found = vim.fn.findfile('compile_commands.json', vim.fn.fnamemodify(file, ':p:h') .. ';')
  end
  return vim.fn.fnamemodify(found ~= '' and found or file, ':p:h')
end

local clients = {}

local function attach(args)
  local root = root_of(args.file)
  local client = clients[root]
  if not client or vim.lsp.client_is_stopped(client) then
    client = vim.lsp.start_client({
      name = 'warploom',
      cmd = vim.g.warploom_command or { 'warploom', 'lsp' },
      root_dir = root,
      get_language_id = function(_, filetype)
        return filetype == 'cuda' and 'cuda-cpp' or filetype
      end,
    })
    clients[root] = client
  end
  if client then
    vim.lsp.buf_attach_client(args.buf, client)
  end
end

-- What stands above a kernel: `:lua vim.lsp.codelens.refresh()`, then `vim.lsp.codelens.run()`.
vim.lsp.commands = vim.lsp.commands or {}
vim.lsp.commands['warploom.showCuda'] = function(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  client.request('workspace/executeCommand', command, function(problem, result)
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
      return
    end
    vim.cmd('vnew')
    vim.bo.buftype, vim.bo.bufhidden, vim.bo.filetype = 'nofile', 'wipe', 'cuda'
    vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(result.text, '\n'))
  end)
end
vim.lsp.commands['warploom.profile'] = function(command)
  local program = (vim.g.warploom_command or { 'warploom' })[1]
  local file = vim.uri_to_fname(command.arguments[1])
  vim.cmd('new')
  vim.fn.termopen({ program, 'profile', file })
end

vim.api.nvim_create_autocmd('FileType', { pattern = { 'c', 'cuda' }, callback = attach })
